import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Text } from '../../../ui/plain/layout/layout.tsx';
import type { Course } from './calls.ts';
import { bringBack, deleteCourse } from './list-calls.ts';
import { t } from './screens-t.ts';

/** A dialog that asks before a class is deleted. For one with students or work it lists them and asks again. */
export function DeleteDialog({ course, onClose, onChanged }: { course: Course; onClose: () => void; onChanged: () => void }) {
  const [isDeleting, setDeleting] = useState(false);
  const [dependents, setDependents] = useState<string | null>(null);
  const undo = async () => {
    const { message } = await bringBack([course.id]);
    onChanged();
    return message;
  };
  const remove = async () => {
    setDeleting(true);
    try {
      const { message } = await deleteCourse(course.id, dependents !== null);
      showSnack(message, { undo });
      onChanged();
      onClose();
    } catch (failure) {
      if (isApiError(failure, 'CLASS_NOT_EMPTY')) return setDependents(errorText(failure));
      // a failed delete closes the dialog and gives the reason
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
      onClose();
    } finally {
      setDeleting(false);
    }
  };
  return (
    <Dialog
      opened
      width={500}
      title={t('classes.delete.title')}
      onClose={onClose}
      locked={isDeleting}
      footer={
        <>
          <Button data-autofocus disabled={isDeleting} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" pending={isDeleting} onClick={() => void remove()}>
            {t(isDeleting ? 'classes.deleting' : dependents === null ? 'classes.act.delete' : 'classes.delete.anyway')}
          </Button>
        </>
      }
    >
      <Text weight={600} breaks dir="auto">
        {course.name}
      </Text>
      {dependents === null ? <p>{t('classes.delete.hint')}</p> : <Notice hue="amber">{dependents}</Notice>}
    </Dialog>
  );
}
