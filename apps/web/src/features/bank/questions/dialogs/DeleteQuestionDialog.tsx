import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { DeleteDialog } from '../../../../ui/delete-dialog/DeleteDialog.tsx';
import { titleOf } from '../bank/columns.tsx';
import { deleteQuestion, type QuestionRow, restoreQuestion } from '../calls.ts';
import { t } from '../t.ts';
import styles from './dialogs.module.css';

/** Confirms before a question is archived, with an undo. It also explains why a question cannot be erased. */
export function DeleteQuestionDialog({ question, onClose, onDeleted }: { question: QuestionRow; onClose: () => void; onDeleted: () => void }) {
  return (
    <DeleteDialog
      title={t('bank.delete.title')}
      name={titleOf(question)}
      confirmLabel={t('bank.action.delete')}
      onClose={onClose}
      onDelete={async () => {
        const { message, archived } = await deleteQuestion(question.id);
        showSnack(message, {
          ...(archived && { color: 'amber' }),
          undo: async () => {
            const back = await restoreQuestion(question.id);
            void queryClient.invalidateQueries({ queryKey: ['questions'] });
            return back.message;
          },
        });
        onDeleted();
      }}
    >
      {((question.assessment_count ?? 0) > 0 || question.is_used) && <p className={styles.hint}>{t('bank.delete.hint')}</p>}
    </DeleteDialog>
  );
}
