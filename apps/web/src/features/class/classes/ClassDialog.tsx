import { useQuery } from '@tanstack/react-query';
import { useVersionedForm } from '../../../base/versioned-form.ts';
import { type Choice, ChoiceField, FormProblem, SelectField } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import type { Course } from './calls.ts';
import { loadLevels, type Saved, saveCourse, teachers } from './list-calls.ts';
import styles from './lists.module.css';
import { t } from '../../../base/t.ts';

interface Values {
  name: string;
  section: string;
  subject: string;
  room: string;
  level_id: string;
  ownerId: readonly Choice[];
}

const toValues = (course: Course | null): Values => ({
  name: course?.name ?? '',
  section: course?.section ?? '',
  subject: course?.subject ?? '',
  room: course?.room ?? '',
  level_id: course?.level_id ? String(course.level_id) : '',
  ownerId: course ? [{ id: course.ownerId, name: course.owner_name }] : [],
});

const LABELS = {
  name: 'classes.column.name',
  section: 'classes.column.section',
  subject: 'classes.column.subject',
  room: 'classes.column.room',
  level_id: 'classes.column.level',
  ownerId: 'classes.owner',
} as const;

/** A dialog to edit a class, or to create one when there is none. */
export function ClassDialog({ course, onClose, onSaved }: { course: Course | null; onClose: () => void; onSaved: (saved: Saved) => void }) {
  const levels = useQuery({ queryKey: ['choices', '/levels', 'all'], queryFn: ({ signal }) => loadLevels(signal) });
  const form = useVersionedForm<Course, Values, Saved>({
    row: course,
    toValues,
    onSaved,
    save: ({ ownerId, level_id, ...rest }, base, key) =>
      saveCourse({ ...rest, level_id: level_id === '' ? level_id : Number(level_id), ...(ownerId[0] && { ownerId: ownerId[0].id }) }, base, key),
  });
  const { values, faults } = form;
  const text = (field: 'name' | 'section' | 'subject' | 'room') => (
    <TextField
      label={t(LABELS[field])}
      value={values[field]}
      error={faults[field]}
      maxLength={200}
      onChange={({ target }) => form.change({ [field]: target.value })}
    />
  );
  // a level that was archived since stays with the class
  const known = levels.data ?? [];
  const own = course?.level_id && !known.some(({ id }) => id === course.level_id) ? [{ id: course.level_id, name: course.level_name ?? '' }] : [];
  const options = [...own, ...known].map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FormDialog
      opened
      width={600}
      title={t(course ? 'classes.edit' : 'classes.create')}
      onClose={onClose}
      onSubmit={() => form.save()}
      dirty={form.isDirty}
      error={
        <FormProblem
          form={form}
          label={(field) => t(LABELS[field])}
          words={(field, { [field]: value }) =>
            typeof value !== 'string' ? (value[0]?.name ?? '') : field === 'level_id' ? options.find((option) => option.value === value)?.label : value
          }
        />
      }
    >
      {text('name')}
      <div className={styles.pair}>
        {text('section')}
        {text('subject')}
        {text('room')}
        <SelectField
          label={t('classes.column.level')}
          value={values.level_id}
          error={faults['level_id'] ?? (levels.error ? errorText(levels.error) : undefined)}
          onChange={({ target }) => form.change({ level_id: target.value })}
          options={[{ value: '', label: t('classes.level.choose') }, ...options]}
        />
      </div>
      <ChoiceField
        label={t('classes.owner')}
        description={t('classes.owner.hint')}
        error={faults['ownerId']}
        value={values.ownerId}
        source={teachers}
        onChange={(ownerId) => form.change({ ownerId })}
      />
    </FormDialog>
  );
}
