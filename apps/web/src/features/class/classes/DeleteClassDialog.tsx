import { showSnack } from '../../../base/snackbar.ts';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import type { Course } from './calls.ts';
import { bringBack, deleteCourse } from './list-calls.ts';
import { t } from '../../../base/t.ts';

/** A dialog that asks before a class is deleted. For one with students or work it lists them and asks again. */
export function DeleteClassDialog({ course, onClose, onChanged }: { course: Course; onClose: () => void; onChanged: () => void }) {
  const undo = async () => {
    const { message } = await bringBack([course.id]);
    onChanged();
    return message;
  };
  return (
    <DeleteDialog
      title={t('classes.delete.title')}
      name={course.name}
      confirmLabel={t('classes.act.delete')}
      pendingLabel={t('classes.deleting')}
      closesOnRefusal
      again={{ code: 'CLASS_NOT_EMPTY', confirmLabel: t('classes.delete.anyway') }}
      onClose={onClose}
      onDelete={async (isConfirmed) => {
        const { message } = await deleteCourse(course.id, isConfirmed);
        showSnack(message, { undo });
        onChanged();
      }}
    >
      <p>{t('classes.delete.hint')}</p>
    </DeleteDialog>
  );
}
