import type { liveRewrite, OwnHiddenView, OwnQuestionView } from '@classwright/contract/lesson/live/classmates';
import { useId, useState, type FormEvent } from 'react';
import { isApiError } from '../../base/api.ts';
import { getSession } from '../../base/session.ts';
import { showSnack } from '../../base/snackbar.ts';
import { keep, readKeptJson } from '../../base/storage.ts';
import { t } from '../../base/t.ts';
import { useStore } from '../../base/use-store.ts';
import { ask } from '../../lesson/ask.ts';
import { formName } from '../../lesson/form-name.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { IconEyeOff, IconMessageCircle } from '../../ui/plain/icons.ts';
import { Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';
import { useTyped } from '../lesson/use-typed.ts';
import { Foldable } from './Foldable.tsx';
import styles from './Notes.module.css';
import { useLesson, useModel, usePhase } from './use-lesson.ts';

const DISMISSED = 'cw.dismissed-answers';

/** The private notices of this student: hidden texts with the reason, and the teacher's answers until they are dismissed. */
export function Notes() {
  const { notes } = useLesson();
  const { hidden, questions } = useStore(notes.notes);
  const [dismissed, setDismissed] = useState<readonly number[]>(() => readKeptJson<number[]>('tab', DISMISSED) ?? []);
  const settled = questions.filter(({ id, settled_at }) => settled_at !== null && !dismissed.includes(id));
  if (hidden.length === 0 && settled.length === 0) return null;
  const dismiss = (id: number) => {
    const next = [...dismissed, id];
    keep('tab', DISMISSED, JSON.stringify(next));
    setDismissed(next);
  };
  return (
    <Stack gap={8} wide className={styles.place}>
      {hidden.map((note) => (
        <HiddenNote key={`${note.type} ${note.id}`} note={note} />
      ))}
      {settled.map((question) => (
        <AnswerNote key={question.id} question={question} onDismiss={() => dismiss(question.id)} />
      ))}
    </Stack>
  );
}

/** The teacher's answer to a question. One from before the current form leaves the room to the form's question. */
function AnswerNote({ question: { question, answer, settled_at }, onDismiss }: { question: OwnQuestionView; onDismiss: () => void }) {
  const current = usePhase()?.form;
  const { openedAtMs } = useModel();
  const openedAt = current && openedAtMs[current];
  const isFolded = settled_at !== null && openedAt !== undefined && Date.parse(settled_at) < openedAt;
  const words = answer === null ? t('join.ask.readOut') : `${t('join.ask.answered')} ${answer}`;
  const asked = (
    <Text tone="dimmed" clamp>
      {question}
    </Text>
  );
  const dismiss = (
    <Button size="l" onClick={onDismiss}>
      {t('join.putAway')}
    </Button>
  );
  return (
    <Notice hue="blue" icon={IconMessageCircle}>
      {isFolded ? (
        <Foldable title={words} isFolded>
          <Stack gap={8} align="start" className={styles.rest}>
            {asked}
            {dismiss}
          </Stack>
        </Foldable>
      ) : (
        <Stack gap={8} align="start">
          {asked}
          <p className={styles.words}>{words}</p>
          {dismiss}
        </Stack>
      )}
    </Notice>
  );
}

/** A text that the teacher has hidden. Once another form is open it leaves the room to its question, unless it is being rewritten. */
function HiddenNote({ note }: { note: OwnHiddenView }) {
  const current = usePhase()?.form;
  const [isWriting, setWriting] = useState(false);
  return (
    <Notice hue="amber" icon={IconEyeOff}>
      <Foldable title={t(`join.hidden.${note.type}`, { form: formName(note.form) })} isFolded={note.form !== current && !isWriting}>
        <Stack gap={8} className={styles.rest}>
          <Text tone="dimmed" clamp>
            {note.text}
          </Text>
          <p>{t('join.hidden.reason', { reason: t(`live.hidden.${note.reason}.why`) })}</p>
          {note.words !== '' && <p className={styles.words}>{note.words}</p>}
          {note.can_rewrite && !isWriting && (
            <Row>
              <Button size="l" onClick={() => setWriting(true)}>
                {t('join.hidden.rewrite')}
              </Button>
            </Row>
          )}
          {isWriting && <Rewriting note={note} onDone={() => setWriting(false)} />}
        </Stack>
      </Foldable>
    </Notice>
  );
}

/** The box for the new text. What is typed stays on the device until it is accepted. */
function Rewriting({ note, onDone }: { note: OwnHiddenView; onDone: () => void }) {
  const { notes, reloadFeed } = useLesson();
  const { typed, write, take } = useTyped(`${getSession()?.user.account_id ?? 0}.rewrite-${note.type}-${note.id}`);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const id = useId();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const text = typed.text.trim();
    if (text === '') return setError(t('join.hidden.required'));
    if (busy) return undefined;
    setBusy(true);
    try {
      await ask<typeof liveRewrite>('PUT', '/live/learning/rewrite', { body: { type: note.type, id: note.id, text }, idempotencyKey: typed.key });
      take(typed.text);
      showSnack(t('join.hidden.sent'));
      onDone();
      notes.reload();
      reloadFeed();
    } catch (problem) {
      setError(isApiError(problem) && problem.status > 0 ? problem.message : t('common.somethingWentWrong'));
    }
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack gap={8}>
        <label htmlFor={id}>{t('join.hidden.newText')}</label>
        <textarea
          id={id}
          rows={3}
          autoFocus
          maxLength={2000}
          className={styles.field}
          value={typed.text}
          aria-invalid={error !== ''}
          aria-describedby={error ? `${id}e` : undefined}
          onChange={(event) => {
            write(event.target.value);
            setError('');
          }}
        />
        {error && (
          <Text id={`${id}e`} tone="error" weight={600} role="alert">
            {error}
          </Text>
        )}
        <Row>
          <Button type="submit" variant="filled" size="l" pending={busy}>
            {t('join.hidden.send')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
