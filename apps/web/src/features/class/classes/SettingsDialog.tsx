import { useVersionedForm } from '../../../base/versioned-form.ts';
import { FormProblem, SwitchField, TextArea } from '../../../ui/form/index.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import type { Course } from './calls.ts';
import { type Saved, saveSettings } from './list-calls.ts';
import { t } from '../../../base/t.ts';

const toValues = (course: Course | null) => ({
  descriptionHeading: course?.descriptionHeading ?? '',
  description: course?.description ?? '',
  comments_by_students: course?.comments_by_students ?? true,
  removed_may_rejoin: course?.removed_may_rejoin ?? true,
});
type Values = ReturnType<typeof toValues>;

const LABELS = {
  descriptionHeading: 'classes.settings.heading',
  description: 'classes.settings.description',
  comments_by_students: 'classes.settings.comments',
  removed_may_rejoin: 'classes.settings.rejoin',
} as const;

/** A dialog for the settings of a class, for its staff. */
export function SettingsDialog({ course, onClose, onSaved }: { course: Course; onClose: () => void; onSaved: (saved: Saved) => void }) {
  const form = useVersionedForm<Course, Values, Saved>({
    row: course,
    toValues,
    onSaved,
    save: (values, base) => saveSettings(course.id, { ...values, ...(base && { updated_at: base.updated_at }) }),
  });
  const { values, faults } = form;
  return (
    <FormDialog
      opened
      width={600}
      title={t('classes.act.settings')}
      onClose={onClose}
      onSubmit={() => form.save()}
      dirty={form.isDirty}
      error={
        <FormProblem
          form={form}
          label={(field) => t(LABELS[field])}
          words={(field, { [field]: value }) => (typeof value === 'string' ? value : t(value ? 'common.yes' : 'common.no'))}
        />
      }
    >
      <TextField
        label={t(LABELS.descriptionHeading)}
        value={values.descriptionHeading}
        error={faults['descriptionHeading']}
        onChange={({ target }) => form.change({ descriptionHeading: target.value })}
      />
      <TextArea
        label={t(LABELS.description)}
        value={values.description}
        error={faults['description']}
        onChange={({ target }) => form.change({ description: target.value })}
      />
      <SwitchField
        label={t(LABELS.comments_by_students)}
        description={t('classes.settings.commentsHint')}
        error={faults['comments_by_students']}
        checked={values.comments_by_students}
        onChange={(comments_by_students) => form.change({ comments_by_students })}
      />
      <SwitchField
        label={t(LABELS.removed_may_rejoin)}
        description={t('classes.settings.rejoinHint')}
        error={faults['removed_may_rejoin']}
        checked={values.removed_may_rejoin}
        onChange={(removed_may_rejoin) => form.change({ removed_may_rejoin })}
      />
    </FormDialog>
  );
}
