import { SelectField } from '../../../../ui/form/index.ts';
import type { NamedItem, NamedStudent } from './scope.ts';
import { t } from '../../../../base/t.ts';

interface ScopeSelectsProps {
  items: readonly NamedItem[];
  students: readonly NamedStudent[];
  /**
   * The numbers of items and students left by the filters; if these leave all, or are not given, that choice is not
   * offered.
   */
  shown?: { items: number; students: number };
  item: string;
  student: string;
  onChange: (to: { item?: string; student?: string }) => void;
}

/** Shows choices of items and students: all, those that are shown, or one. */
export function ScopeSelects({ items, students, shown = { items: 0, students: 0 }, item, student, onChange }: ScopeSelectsProps) {
  const some = (words: 'acts.itemsShown' | 'acts.studentsShown', count: number, all: number) =>
    count > 0 && count < all ? [{ value: 'shown', label: t(words, { count }) }] : [];
  return (
    <>
      <SelectField
        label={t('acts.items')}
        value={item}
        options={[
          { value: 'all', label: t('acts.itemsAll') },
          ...some('acts.itemsShown', shown.items, items.length),
          ...items.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
        onChange={({ target }) => onChange({ item: target.value })}
      />
      <SelectField
        label={t('acts.students')}
        value={student}
        options={[
          { value: 'all', label: t('acts.studentsAll') },
          ...some('acts.studentsShown', shown.students, students.length),
          ...students.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ target }) => onChange({ student: target.value })}
      />
    </>
  );
}
