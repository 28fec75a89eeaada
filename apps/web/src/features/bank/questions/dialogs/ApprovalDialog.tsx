import type { StatusLabel } from '@classwright/rules/questions/approval';
import { showSnack } from '../../../../base/snackbar.ts';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { IconArrowRight } from '../../../../ui/plain/icons.ts';
import { Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { ApprovalChip } from '../ApprovalChip.tsx';
import { titleOf } from '../bank/columns.tsx';
import { setStatus, type Question, type QuestionRow } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { statusWords } from '../question-words.ts';

interface ApprovalDialogProps {
  question: QuestionRow;
  next: StatusLabel;
  onClose: () => void;
  onSaved: (question: Question, message: string) => void;
}

/** Confirms before a question takes the next step of approval. */
export function ApprovalDialog({ question, next, onClose, onSaved }: ApprovalDialogProps) {
  return (
    <ConfirmDialog
      opened
      width={500}
      title={t('bank.approval.confirm', { status: statusWords(next) })}
      cancelLabel={t('bank.approval.disagree')}
      confirmLabel={t('bank.approval.agree')}
      onClose={onClose}
      onConfirm={async () => {
        try {
          const saved = await setStatus(question.id, next);
          onSaved(saved.question, saved.message);
        } catch (failure) {
          // Someone else has taken the step, or the right to it is gone. The page behind the dialog shows the current
          // state.
          onClose();
          showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
        }
      }}
    >
      <Text weight={600} breaks below={10}>
        {titleOf(question)}
      </Text>
      <Row as="p" wrap gap={8}>
        <ApprovalChip status={question.status_label} />
        <IconArrowRight size={18} />
        <ApprovalChip status={next} />
      </Row>
    </ConfirmDialog>
  );
}
