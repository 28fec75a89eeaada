import { showSnack } from '../../../base/snackbar.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormProblem, Restored, useFaultFocus } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { FullDialog } from '../../../ui/full-dialog/index.ts';
import { AnnouncementFields } from './AnnouncementFields.tsx';
import styles from './announcements.module.css';
import type { Announcement } from './calls.ts';
import { fieldName, fieldWords } from './field-words.tsx';
import { t } from '../../../base/t.ts';
import { useAnnouncementForm } from './use-announcement-form.ts';
import { EMPTY, type Pick } from './values.ts';

export interface AnnouncementFormProps {
  row: Announcement | null;
  /** The class and students of a new announcement. */
  to?: { course: Pick; students: readonly Pick[] };
  /** The names of students of the class. */
  names?: ReadonlyMap<number, string>;
  onClose: () => void;
}

/**
 * Creates or edits an announcement on the whole screen. A failed save closes it and gives the reason; the typed text is
 * kept on this device and shown again.
 */
export function AnnouncementFormDialog({ row, to, names, onClose }: AnnouncementFormProps) {
  const form = useAnnouncementForm({
    draft: row ? `edit-${row.id}` : to ? `to-${to.course.id}-${to.students.map(({ id }) => id).join('.')}` : 'new',
    row,
    isApart: to !== undefined,
    blank: to ? { ...EMPTY, courses: [to.course], students: to.students } : EMPTY,
    nameOf: (id) => names?.get(id) ?? `#${id}`,
    onSaved: () => {
      form.letGo();
      onClose();
    },
    onFailed: (failure) => {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
      if (!form.kept.isFull) onClose();
    },
  });
  const { form: frame, focusFault } = useFaultFocus();
  const submit = async () => {
    if (!form.pending && !form.isUploading && !(await form.save())) focusFault();
  };
  return (
    <FullDialog
      title={t(row ? 'stream.editTitle' : 'stream.createTitle')}
      onClose={onClose}
      locked={form.pending}
      aside={form.isDirty && form.kept.keptAt !== null ? t('stream.kept') : undefined}
      primary={
        <Button variant="filled" pending={form.pending || form.isUploading} onClick={() => void submit()}>
          {form.pending ? t('stream.saving') : t('stream.save')}
        </Button>
      }
    >
      <form
        ref={frame}
        className={styles.wide}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Restored form={form} />
        <FormProblem form={form} label={fieldName} words={fieldWords} />
        <AnnouncementFields form={form} />
      </form>
    </FullDialog>
  );
}
