import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { type Act, deleteInvitations, removePeople } from './calls.ts';
import { t } from '../../../base/t.ts';

/** A deletion to confirm. */
export interface Deletion {
  kind: 'invitation' | 'student' | 'teacher';
  ids: number[];
  /** The name if it is a single person, else null. */
  name: string | null;
}

const titleOf = ({ kind, ids }: Deletion): string => {
  if (kind === 'teacher') return t('people.confirmTeacher');
  return t(kind === 'invitation' ? 'people.confirmInvitation' : 'people.confirmStudent', { count: ids.length });
};

/** The dialogs "Delete Invitation" and "Delete Student". They name the person and what is kept. */
export function DeletePeopleDialog({ deletion, act, onClose }: { deletion: Deletion; act: (how: Act, ids: number[]) => Promise<void>; onClose: () => void }) {
  return (
    <DeleteDialog
      title={titleOf(deletion)}
      name={deletion.name}
      onClose={onClose}
      onDelete={() => act(deletion.kind === 'invitation' ? deleteInvitations : removePeople, deletion.ids)}
    >
      {deletion.kind === 'student' && <p>{t('people.studentStays')}</p>}
    </DeleteDialog>
  );
}
