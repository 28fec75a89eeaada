import { SelectField } from '../../../../ui/form/index.ts';
import styles from './acts.module.css';
import { type Choosable, type Scope, type ScopeCells } from './scope.ts';
import { ScopeSelects } from './ScopeSelects.tsx';
import { t } from '../../../../base/t.ts';

interface ScopeFieldsProps {
  among: Choosable;
  scope: Scope;
  cells: ScopeCells;
  onChange: (to: Scope) => void;
}

/** Shows the scope of an act and its number of cells, with a note if the filters hide some of them. */
export function ScopeFields({ among, scope, cells, onChange }: ScopeFieldsProps) {
  const { selected, items, students, shownItems, shownStudents } = among;
  return (
    <>
      {selected?.kind === 'cells' && (
        <SelectField
          label={t('acts.where')}
          value={scope.isSelection ? 'selected' : 'chosen'}
          options={[
            { value: 'selected', label: t('acts.whereSelected', { count: selected.items.length * selected.students.length }) },
            { value: 'chosen', label: t('acts.whereChosen') },
          ]}
          onChange={({ target }) => onChange({ ...scope, isSelection: target.value === 'selected' })}
        />
      )}
      {!scope.isSelection && (
        <ScopeSelects
          {...{ items, students }}
          shown={{ items: shownItems.length, students: shownStudents.length }}
          item={scope.item}
          student={scope.student}
          onChange={(to) => onChange({ ...scope, ...to })}
        />
      )}
      <p className={styles.scope}>
        {t('acts.scope', { items: t('acts.countItems', { count: cells.items.length }), students: t('acts.countStudents', { count: cells.students.length }) })}
        {cells.leftOut > 0 && ` ${t('acts.leftOut', { count: cells.leftOut })}`}
        {cells.hiddenItems > 0 && ` ${t('acts.hiddenItems', { count: cells.hiddenItems })}`}
        {cells.hiddenStudents > 0 && ` ${t('acts.hiddenStudents', { count: cells.hiddenStudents })}`}
      </p>
    </>
  );
}
