import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { useId, useRef, useState, type FormEvent } from 'react';
import { useStore } from '../../base/use-store.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { IconAlertCircle } from '../../ui/plain/icons.ts';
import { Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';
import { t } from '../../base/t.ts';
import { Choices } from './Choices.tsx';
import { FirstAnswer, useFirstAnswer } from './FirstAnswer.tsx';
import { HowSure } from './HowSure.tsx';
import { Justify } from './Justify.tsx';
import { KnownQuestion } from './KnownQuestion.tsx';
import styles from './LiveFeed.module.css';
import { PairBanner } from './PairBanner.tsx';
import { Question } from './Question.tsx';
import { SaveLine } from './SaveLine.tsx';
import bar from './SubmitBar.module.css';
import { useLesson, useOwnAnswer, usePhase } from './use-lesson.ts';

/** The screen while a form takes answers: question, choices, justification, and their save state. */
export function Answering({ question }: { question: RevealedQuestionView }) {
  const { drafting, outbox } = useLesson();
  const content = useStore(drafting.content);
  const keeping = useStore(outbox.keeping);
  const { form, asksSure = false } = usePhase() ?? {};
  const refused = useOwnAnswer(form)?.refusal;
  const { first } = useFirstAnswer();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const errorId = useId();
  const place = useRef<HTMLFormElement>(null);
  const isChoice = (response_id: number | null) => question.responses.some(({ id }) => id === response_id);
  const chosen = isChoice(content.response_id) ? content.response_id : null;

  const isMissing = asked && chosen === null;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAsked(true);
    // This reads the current value, not the rendered one: right after the page opens a change may not be rendered yet.
    if (!isChoice(drafting.content.get().response_id)) {
      const first = place.current?.querySelector<HTMLInputElement>('input[type=radio]');
      first?.focus({ preventScroll: true });
      first?.closest('fieldset')?.scrollIntoView({ block: 'center' });
      return;
    }
    setBusy(true);
    await drafting.submit();
    setBusy(false);
  }

  return (
    <Stack gap={12} grow wide className={styles.columns}>
      <Stack gap={12} shrinks className={styles.main}>
        <PairBanner />
        {form === 'Form - 1B' ? <KnownQuestion question={question} /> : <Question question={question} isCompact={form === 'Form - 2'} />}
      </Stack>
      <Stack as="form" ref={place} gap={12} shrinks className={styles.side} data-fills data-bar onSubmit={(event) => void submit(event)} noValidate>
        {form === 'Form - 1B' && (
          <Text size={15} leading={1.4} tone="dimmed">
            {t('join.afterTalking')}
          </Text>
        )}
        {refused && (
          <Notice>
            <p>{refused.message}</p>
          </Notice>
        )}
        {keeping === 'memory' && (
          <Notice hue="amber">
            <p>{t('join.memoryOnly')}</p>
          </Notice>
        )}
        <Choices
          responses={question.responses}
          value={chosen}
          before={form === 'Form - 1B' ? (first?.response_id ?? null) : null}
          errorId={isMissing ? errorId : undefined}
          isCompact={form === 'Form - 2'}
          onChange={(response_id) => drafting.change({ response_id })}
        />
        {asksSure && <HowSure value={content.confidence ?? null} onChange={(confidence) => drafting.change({ confidence })} />}
        {form === 'Form - 2' && (
          <Text size={15} leading={1.4} tone="dimmed">
            {t('join.newQuestion')}
          </Text>
        )}
        {form === 'Form - 1B' && <FirstAnswer question={question} />}
        <Justify value={content.comment} onChange={(comment) => drafting.change({ comment })} />
        <div className={bar.bar}>
          {isMissing ? (
            <Row as="p" id={errorId} gap={6} size={15} weight={600} tone="error" className={bar.error} role="alert">
              <IconAlertCircle size={18} />
              {t('live.response.required')}
            </Row>
          ) : (
            <SaveLine />
          )}
          <Button type="submit" variant="filled" size="xl" wide pending={busy}>
            {t('join.submit')}
          </Button>
        </div>
      </Stack>
    </Stack>
  );
}
