import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { Text } from '../../../../ui/plain/layout/layout.tsx';
import { DeleteDialog } from '../../../../ui/delete-dialog/DeleteDialog.tsx';
import { titleOf } from '../bank/columns.tsx';
import { deleteQuestion, type QuestionRow, restoreQuestion } from '../calls.ts';
import { t } from '../../../../base/t.ts';

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
      {((question.assessment_count ?? 0) > 0 || question.is_used) && <Text tone="dimmed">{t('bank.delete.hint')}</Text>}
    </DeleteDialog>
  );
}
