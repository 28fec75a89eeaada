import { useState } from 'react';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import type { Course } from './calls.ts';
import { removeMeetLink, type Saved, saveMeetLink } from './list-calls.ts';
import styles from './lists.module.css';
import { t } from '../../../base/t.ts';
import { useOneField } from './use-one-field.ts';

/** A dialog for the video meeting link of a class. */
export function MeetDialog({ course, onClose, onSaved }: { course: Course; onClose: () => void; onSaved: (saved: Saved) => void }) {
  const [failure, setFailure] = useState<unknown>(null);
  const [isRemoving, setRemoving] = useState(false);
  const before = course.local.google_meet_link;
  const link = useOneField({ field: 'google_meet_link', initial: before, save: (typed) => saveMeetLink(course.id, typed), onSaved });
  const remove = async () => {
    setRemoving(true);
    try {
      onSaved(await removeMeetLink(course.id));
      onClose();
    } catch (reason) {
      setFailure(reason);
      setRemoving(false);
    }
  };
  return (
    <FormDialog
      opened
      width={600}
      title={t('classes.meet.title')}
      onClose={onClose}
      onSubmit={link.submit}
      dirty={link.isDirty}
      error={failure !== null && <Notice>{errorText(failure)}</Notice>}
    >
      <TextField
        type="url"
        dir="ltr"
        label={t('classes.meet.label')}
        description={t('classes.meet.hint', { name: course.name })}
        placeholder="https://meet.google.com/..."
        value={link.value}
        error={link.fault}
        onChange={({ target }) => link.type(target.value)}
      />
      {before && (
        <div className={styles.beside}>
          <Button variant="subtle" pending={isRemoving} onClick={() => void remove()}>
            {t('classes.meet.remove')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
