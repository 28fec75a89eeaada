import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { Text } from '../../../../ui/plain/layout/layout.tsx';
import { titleOf } from '../bank/columns.tsx';
import { deleteQuestion, type QuestionRow, restoreQuestion } from '../calls.ts';
import { t } from '../t.ts';

/** Confirms before a question is archived, with an undo. It also explains why a question cannot be erased. */
export function DeleteDialog({ question, onClose, onDeleted }: { question: QuestionRow; onClose: () => void; onDeleted: () => void }) {
  return (
    <ConfirmDialog
      opened
      danger
      width={500}
      title={t('bank.delete.title')}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('bank.action.delete')}
      onClose={onClose}
      onConfirm={async () => {
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
      <Text weight={600} breaks below={10}>
        {titleOf(question)}
      </Text>
      {((question.assessment_count ?? 0) > 0 || question.is_used) && <Text tone="dimmed">{t('bank.delete.hint')}</Text>}
    </ConfirmDialog>
  );
}
