import { fullName } from '../../../../base/full-name.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { sendMessage } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { MessageField, useMessageForm } from './message-form.tsx';
import type { Row } from './order.ts';

interface MessageDialogProps {
  row: Row;
  onClose: () => void;
  onSent: (message: string) => void;
}

/** A message to one student about this work, without returning it. */
export function MessageDialog({ row, onClose, onSent }: MessageDialogProps) {
  const form = useMessageForm({
    send: async (message, key) => {
      onSent((await sendMessage(row.id, message, key)).message);
      return true;
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('openWork.write')}
      dirty={form.message !== ''}
      submitLabel={t('openWork.send')}
      pendingLabel={t('openWork.sending')}
      onSubmit={form.submit}
      error={form.failure === null ? undefined : <Notice>{form.failure}</Notice>}
    >
      <p dir="auto">{t('openWork.writesTo', { name: fullName(row) })}</p>
      <MessageField form={form} />
    </FormDialog>
  );
}
