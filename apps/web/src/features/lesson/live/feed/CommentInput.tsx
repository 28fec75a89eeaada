import { useId, useState, type KeyboardEvent } from 'react';
import { randomId } from '../../../../base/random-id.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Grid, Row } from '../../../../ui/plain/layout/layout.tsx';
import { IconAlertCircle, IconSend } from '../../../../ui/plain/icons.ts';
import { t } from '../../../../base/t.ts';
import { useLive } from '../use-live.ts';
import styles from './Posts.module.css';

export interface CommentInputProps {
  /** The key under which the text is kept until it is sent. */
  id: string;
  label: string;
  /** True when an empty text is an error; otherwise it is simply not sent. */
  required?: boolean;
  /**
   * Sends the text. Returns whether it arrived; only then is the text cleared. A repeat of the same text has the same
   * key.
   */
  onSend: (words: string, idempotencyKey: string) => Promise<boolean>;
  onCancel: () => void;
}

/** An input for a comment or reply. Enter sends, Shift+Enter starts a new line, Escape cancels. */
export function CommentInput({ id, label, required = false, onSend, onCancel }: CommentInputProps) {
  const { drafts } = useLive();
  const [words, setWords] = useState(() => drafts.get(id)?.words ?? '');
  const [error, setError] = useState('');
  const [isSending, setSending] = useState(false);
  const errorId = useId();

  const change = (next: string) => {
    setWords(next);
    drafts.set(id, { words: next, sent: drafts.get(id)?.sent ?? null });
    if (next.trim() !== '') setError('');
  };
  const send = async () => {
    const said = words.trim();
    if (said === '') return required ? setError(t('live.comment.required')) : undefined;
    if (isSending) return;
    // The key stays with the draft: an input that was closed in the meantime must not send the same words as another comment.
    const last = drafts.get(id)?.sent;
    const sent = last?.words === said ? last : { words: said, key: randomId() };
    drafts.set(id, { words, sent });
    setSending(true);
    const isSent = await onSend(said, sent.key);
    if (!isSent) return setSending(false);
    // An input that was opened again in the meantime may hold other words, which are still to be sent.
    if (drafts.get(id)?.words.trim() === said) drafts.delete(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <Grid gap={8} align="end" className={styles.box}>
      <textarea
        rows={1}
        autoFocus
        value={words}
        readOnly={isSending}
        maxLength={2000}
        aria-label={label}
        aria-invalid={error !== ''}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button size="s" variant="light" icon={IconSend} pending={isSending} onClick={() => void send()}>
        {t('teach.send')}
      </Button>
      {error && (
        <Row as="p" gap={6} size={13} weight={500} tone="error" className={styles.boxError} id={errorId} role="alert">
          <IconAlertCircle size={16} />
          {error}
        </Row>
      )}
    </Grid>
  );
}
