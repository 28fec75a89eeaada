import { fullName } from '../../../../base/full-name.ts';
import { MAX_ATTENTION_NOTE } from '@classwright/rules/results/attention';
import type { attentionDone } from '@classwright/contract/lesson/results/attention';
import { useState } from 'react';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { TextArea } from '../../../../ui/form/index.ts';
import { ErrorNotice } from '../../../../ui/plain/ErrorNotice.tsx';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { type AttentionStudent, attentionKey, newestReason, markAsDone } from './calls.ts';
import { restoreToList } from './undo-dismiss.ts';
import { t } from '../../../../base/t.ts';

interface DialogProps {
  courseId: number;
  students: readonly AttentionStudent[];
  onClose: () => void;
  onDone: () => void;
}

/** The dialog that dismisses students with a note, until something new is known about them. */
export function DismissDialog({ courseId, students, onClose, onDone }: DialogProps) {
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [key] = useState(() => crypto.randomUUID());
  const ids = students.map(({ account_id }) => account_id);
  const save = async (): Promise<boolean> => {
    try {
      const { message } = await markAsDone({ course_id: courseId, account_ids: ids, note, seen_at: newestReason(students) }, key);
      showSnack(message, { undo: () => restoreToList(courseId, ids) });
    } catch (error) {
      setFailure(error);
      return false;
    }
    void queryClient.invalidateQueries({ queryKey: attentionKey(courseId) });
    onDone();
    return true;
  };
  const [first] = students;
  return (
    <FormDialog
      opened
      title={students.length === 1 && first ? t('attention.doneTitle', { name: fullName(first) }) : t('attention.doneTitleMany', { count: students.length })}
      onClose={onClose}
      onSubmit={save}
      dirty={note !== ''}
      submitLabel={t('attention.done')}
      error={
        <ErrorNotice<typeof attentionDone> error={failure} messages={{ NOT_ALLOWED: t('attention.notAllowed'), CLASS_ARCHIVED: t('attention.archived') }} />
      }
    >
      <p>{t('attention.doneHint')}</p>
      <TextArea label={t('attention.noteLabel')} value={note} maxLength={MAX_ATTENTION_NOTE} onChange={(event) => setNote(event.target.value)} />
    </FormDialog>
  );
}
