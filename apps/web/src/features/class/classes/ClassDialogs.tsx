import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../../base/use-user.ts';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { type Course, loadCourse } from './calls.ts';
import { ClassDialog } from './ClassDialog.tsx';
import { CodeDialog } from './CodeDialog.tsx';
import { showSnack } from '../../../base/snackbar.ts';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { JoinDialog } from './JoinDialog.tsx';
import { type Saved, bringBack, deleteCourse } from './list-calls.ts';
import { MeetDialog } from './MeetDialog.tsx';
import type { ClassesSearch } from './search.ts';
import { SettingsDialog } from './SettingsDialog.tsx';
import { t } from '../../../base/t.ts';
import { courseKey } from './use-course.ts';

interface Dialogs {
  search: ClassesSearch;
  rows: readonly Course[];
  onClose: () => void;
  onSaved: (saved: Saved) => void;
  onChanged: () => void;
}

/** Shows the dialog that the address names. */
export function ClassDialogs({ search, rows, onClose, onSaved, onChanged }: Dialogs) {
  const { rights } = useUser();
  const id = search.edit ?? search.settings ?? search.meet ?? search.code ?? search.delete;
  const row = rows.find((candidate) => candidate.id === id);
  // a link may name a class of another page of the list
  const asked = useQuery({
    queryKey: courseKey(id ?? 0),
    queryFn: ({ signal }) => loadCourse(id as number, signal),
    enabled: id !== undefined && row === undefined,
  });
  if (search.create && rights.includes('classes:create')) return <ClassDialog course={null} onClose={onClose} onSaved={onSaved} />;
  if (search.join && rights.includes('std-classes:join')) return <JoinDialog onClose={onClose} onJoined={onSaved} />;
  if (id === undefined) return null;
  const course = row ?? asked.data;
  if (!course)
    return (
      <Dialog opened width={600} title={t('classes.title')} onClose={onClose}>
        {asked.error ? <LoadFailed error={asked.error} pending={asked.isFetching} onRetry={() => void asked.refetch()} /> : <SkeletonText />}
      </Dialog>
    );
  const props = { course, onClose, onSaved };
  if (course.standing !== 'staff') return null;
  if (search.delete) return course.may_delete ? <DeleteClassDialog key={course.id} course={course} onClose={onClose} onChanged={onChanged} /> : null;
  if (course.is_archived) return null;
  if (search.edit) return course.may_edit ? <ClassDialog key={course.id} {...props} /> : null;
  if (search.settings) return <SettingsDialog key={course.id} {...props} />;
  return search.meet ? <MeetDialog key={course.id} {...props} /> : <CodeDialog key={course.id} {...props} />;
}

/** A dialog that asks before a class is deleted. For one with students or work it lists them and asks again. */
function DeleteClassDialog({ course, onClose, onChanged }: { course: Course; onClose: () => void; onChanged: () => void }) {
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
