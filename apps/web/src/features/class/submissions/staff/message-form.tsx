import { useRef, useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { randomId } from '../../../../base/random-id.ts';
import { TextArea } from '../../../../ui/form/index.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { t } from '../../../../base/t.ts';

interface MessageFormOptions {
  /** Sends the message under the key, once. Resolves to true when the dialog can close. */
  send: (message: string, idempotencyKey: string) => Promise<boolean>;
  /** The data sent with the message. When it changes, it is a different message. */
  sentWith?: string;
  onFailed?: () => void;
}

/** A required message of a dialog. A second try after a lost response does not send it twice. */
export function useMessageForm({ send, sentWith = '', onFailed }: MessageFormOptions) {
  const [message, setMessage] = useState('');
  const [fault, setFault] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const sent = useRef({ words: '', key: '' });
  const submit = async (): Promise<boolean> => {
    setFault(undefined);
    setFailure(null);
    if (message.trim() === '') {
      setFault(t('submissions.messageRequired'));
      return false;
    }
    const words = JSON.stringify([message, sentWith]);
    if (sent.current.words !== words) sent.current = { words, key: randomId() };
    try {
      return await send(message, sent.current.key);
    } catch (error) {
      if (isApiError(error, 'VALIDATION_FAILED')) setFault(Object.values(error.errors).flat().join(' '));
      else setFailure(errorText(error));
      onFailed?.();
      return false;
    }
  };
  return { message, setMessage, fault, failure, submit };
}

/** The input for the message. */
export function MessageField({ form: { message, setMessage, fault } }: { form: ReturnType<typeof useMessageForm> }) {
  return (
    <TextArea
      label={t('openWork.message')}
      value={message}
      error={fault}
      rows={4}
      maxLength={5000}
      dir="auto"
      onChange={({ target }) => setMessage(target.value)}
    />
  );
}
