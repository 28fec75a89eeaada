import type { liveAsk } from '@classwright/contract/lesson/live/classmates';
import { LIVE_LIMITS } from '@classwright/rules/limits';
import { useId, useState, type FormEvent } from 'react';
import { isApiError } from '../../base/api.ts';
import { timeOf } from '../../base/dates.ts';
import { getSession } from '../../base/session.ts';
import { showSnack } from '../../base/snackbar.ts';
import { t } from '../../base/t.ts';
import { useStore } from '../../base/use-store.ts';
import { ask } from '../../lesson/ask.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Dialog } from '../../ui/plain/Dialog.tsx';
import { Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { useTyped } from '../lesson/use-typed.ts';
import styles from './Notes.module.css';
import { useLesson } from './use-lesson.ts';

const MOST = LIVE_LIMITS.questionToStaffCharacters;

/** A private line to the teacher, with the own questions so far. What is typed stays on the device until it is sent. */
export function AskTeacher({ onClose }: { onClose: () => void }) {
  const { assessmentId, notes } = useLesson();
  const { questions } = useStore(notes.notes);
  const { typed, write, take } = useTyped(`${getSession()?.user.account_id ?? 0}.ask-${assessmentId}`);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const id = useId();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const question = typed.text.trim();
    if (question === '') return setError(t('join.ask.required'));
    if (busy) return undefined;
    setBusy(true);
    try {
      await ask<typeof liveAsk>('POST', '/live/learning/questions/ask', { body: { assessment_id: assessmentId, question }, idempotencyKey: typed.key });
      take(typed.text);
      showSnack(t('join.ask.sent'));
      notes.reload();
      onClose();
    } catch (problem) {
      setError(isApiError(problem) && problem.status > 0 ? problem.message : t('common.somethingWentWrong'));
    }
    setBusy(false);
  };
  return (
    <Dialog opened onClose={onClose} title={t('join.ask')} width={500}>
      <Stack as="form" gap={10} onSubmit={(event) => void send(event)} noValidate>
        <Text tone="dimmed">{t('join.ask.says')}</Text>
        <label htmlFor={id}>{t('join.ask.question')}</label>
        <textarea
          id={id}
          rows={4}
          maxLength={MOST}
          className={styles.field}
          value={typed.text}
          aria-invalid={error !== ''}
          aria-describedby={error ? `${id}e` : undefined}
          onChange={(event) => {
            write(event.target.value);
            setError('');
          }}
        />
        <Row justify="between" size={13} tone="dimmed" numbers>
          {error && (
            <Text id={`${id}e`} tone="error" weight={600} role="alert">
              {error}
            </Text>
          )}
          <span aria-hidden>
            {typed.text.length} / {MOST}
          </span>
        </Row>
        <Button type="submit" variant="filled" size="xl" wide pending={busy}>
          {t('join.ask.send')}
        </Button>
        {questions.length > 0 && (
          <section aria-label={t('join.ask.mine')}>
            <Text as="h3" size={14} weight={600}>
              {t('join.ask.mine')}
            </Text>
            <ul className={styles.mine}>
              {questions.map((one) => (
                <li key={one.id}>
                  <p className={styles.words}>{one.question}</p>
                  <Text size={13} tone="dimmed" className={styles.words}>
                    {timeOf(one.asked_at)} ·{' '}
                    {one.settled_at === null ? t('join.ask.waits') : one.answer === null ? t('join.ask.readOut') : `${t('join.ask.answered')} ${one.answer}`}
                  </Text>
                </li>
              ))}
            </ul>
          </section>
        )}
      </Stack>
    </Dialog>
  );
}
