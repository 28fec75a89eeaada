import { useRef, useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { randomId } from '../../../base/random-id.ts';
import { TextArea } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { sendMessage } from '../calls.ts';
import { t } from '../t.ts';
import { nameOf } from '../words.ts';
import type { Row } from './order.ts';

interface MessageDialogProps {
  row: Row;
  onClose: () => void;
  onSent: (message: string) => void;
}

/** A message to one student about this work, without returning it. */
export function MessageDialog({ row, onClose, onSent }: MessageDialogProps) {
  const [message, setMessage] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  // the same for every try of the same words, so that a lost answer does not send them twice
  const sent = useRef({ words: '', key: '' });
  const submit = async (): Promise<boolean> => {
    setFault(undefined);
    setFailure(null);
    if (message.trim() === '') {
      setFault(t('submissions.messageRequired'));
      return false;
    }
    if (sent.current.words !== message) sent.current = { words: message, key: randomId() };
    try {
      onSent((await sendMessage(row.id, message, sent.current.key)).message);
      return true;
    } catch (error) {
      if (isApiError(error, 'VALIDATION_FAILED')) setFault(Object.values(error.errors).flat().join(' '));
      else setFailure(errorText(error));
      return false;
    }
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('openWork.write')}
      dirty={message !== ''}
      submitLabel={t('openWork.send')}
      pendingLabel={t('openWork.sending')}
      onSubmit={submit}
      error={failure === null ? undefined : <Notice>{failure}</Notice>}
    >
      <p dir="auto">{t('openWork.writesTo', { name: nameOf(row) })}</p>
      <TextArea
        label={t('openWork.message')}
        value={message}
        error={fault}
        rows={4}
        maxLength={5000}
        dir="auto"
        onChange={({ target }) => setMessage(target.value)}
      />
    </FormDialog>
  );
}
