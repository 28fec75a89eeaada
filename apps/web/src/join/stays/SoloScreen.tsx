import type { soloAnswer, soloGet, soloStart, SoloView } from '@classwright/contract/lesson/solo/calls';
import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import { useId, useRef, useState, type FormEvent } from 'react';
import { studentSnapshot } from '../../base/addresses.ts';
import { isApiError } from '../../base/api.ts';
import { dayOf, timeOf } from '../../base/dates.ts';
import { getSession } from '../../base/session.ts';
import { showSnack } from '../../base/snackbar.ts';
import { t } from '../../base/t.ts';
import { ask } from '../../lesson/ask.ts';
import { formName } from '../../lesson/form-name.ts';
import { useLoad } from '../../lesson/use-load.ts';
import { Button, buttonClasses } from '../../ui/plain/Button.tsx';
import { Card } from '../../ui/plain/Card.tsx';
import { Chip } from '../../ui/plain/Chip.tsx';
import { EmptyState } from '../../ui/plain/EmptyState.tsx';
import { errorText } from '../../ui/plain/error-text.ts';
import { IconAlertCircle, IconUser } from '../../ui/plain/icons.ts';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { PhaseChip } from '../../ui/plain/PhaseChip.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../ui/rich-text/RichTextView.tsx';
import { Choices, inOrder } from '../lesson-screen/Choices.tsx';
import { Correctness } from '../lesson-screen/Correctness.tsx';
import { Question } from '../lesson-screen/Question.tsx';
import { isRevealed, RevealedAnswers } from '../lesson-screen/RevealedAnswers.tsx';
import { SubmittedAnswer } from '../lesson-screen/SubmittedAnswer.tsx';
import { ResultsPage } from '../results/ResultsPage.tsx';
import styles from './stays.module.css';
import { type SoloStanding, useSoloDraft } from './use-solo-draft.ts';

type Answer = SoloView['answers'][number];

/** A missed lesson, done alone. `assessmentId`: null if the address names none. */
export function SoloScreen({ assessmentId, onHome }: { assessmentId: number | null; onHome: () => void }) {
  return (
    <ResultsPage title={t('solo.title')} onHome={onHome}>
      {assessmentId === null ? (
        <EmptyState title={t('snapshot.noAssessment')}>{t('snapshot.noAssessmentHint')}</EmptyState>
      ) : (
        <Loaded assessmentId={assessmentId} />
      )}
    </ResultsPage>
  );
}

function Loaded({ assessmentId }: { assessmentId: number }) {
  const [newer, setNewer] = useState<SoloView | null>(null);
  const { value, problem, reload } = useLoad(`solo ${assessmentId}`, async () => {
    const { solo } = await ask<typeof soloGet>('GET', '/live/learning/solo', { query: { assessment_id: assessmentId } });
    setNewer(null);
    return solo;
  });
  const solo = newer ?? value;
  if (!solo)
    return problem ? (
      <>
        <LoadFailed error={problem} onRetry={reload} />
        {isApiError(problem) && problem.code === 'SOLO_TOOK_PART' && <a href={studentSnapshot(assessmentId)}>{t('solo.results')}</a>}
      </>
    ) : (
      <SkeletonText lines={8} />
    );
  return <Solo solo={solo} onSolo={setNewer} onOutdated={reload} />;
}

interface Changes {
  onSolo: (solo: SoloView) => void;
  /** Called when another device has moved on. */
  onOutdated: () => void;
}

function Solo({ solo, ...changes }: { solo: SoloView } & Changes) {
  const { title, class_name, teacher_name, finished_at, form, questions, answers } = solo;
  const isDone = solo.started && form === null;
  const open = questions.at(-1);
  return (
    <>
      <Stack gap={4}>
        <Row gap={8} wrap>
          <Text as="h2" size={16} weight={650} breaks>
            {title}
          </Text>
          <Chip icon={IconUser}>{t('solo.solo')}</Chip>
        </Row>
        <Text tone="dimmed" breaks>
          {t('solo.about', { class: class_name, teacher: teacher_name, date: dayOf(finished_at) })}
        </Text>
      </Stack>
      {!solo.started && <Beginning solo={solo} {...changes} />}
      {isDone && (
        <Card className={styles.part}>
          <Text weight={650}>{t('solo.doneHint')}</Text>
          <a className={buttonClasses({ size: 'l' })} href={studentSnapshot(solo.assessment_id)}>
            {t('solo.results')}
          </a>
        </Card>
      )}
      {form && open && <OpenForm key={form} solo={solo} form={form} question={open} {...changes} />}
      {questions
        .toReversed()
        .map(
          (question) =>
            isRevealed(question) && (
              <Explained key={question.id} question={question} answers={answers.filter(({ question_id }) => question_id === question.id)} />
            ),
        )}
    </>
  );
}

/** Shows what doing the lesson alone means, and begins it. */
function Beginning({ solo, onSolo }: { solo: SoloView } & Changes) {
  const [busy, setBusy] = useState(false);
  async function begin(): Promise<void> {
    setBusy(true);
    try {
      onSolo((await ask<typeof soloStart>('POST', '/live/learning/solo/start', { body: { assessment_id: solo.assessment_id } })).solo);
    } catch (error) {
      showSnack(errorText(error), { color: 'red' });
      setBusy(false);
    }
  }
  return (
    <Card className={styles.part}>
      <p>{t('solo.intro', { count: solo.minutes })}</p>
      <Text tone="dimmed">{t('solo.nowhere')}</Text>
      <Button variant="filled" size="xl" wide pending={busy} onClick={() => void begin()}>
        {t('solo.start', { form: formName(solo.forms[0] ?? FORMS[0]) })}
      </Button>
    </Card>
  );
}

function standingWords(standing: SoloStanding): string {
  if (standing.is === 'saved') return t('solo.saved', { time: timeOf(standing.at) });
  if (standing.is === 'only-here') return t('join.notKept');
  return t(standing.is === 'here' ? 'solo.savedHere' : 'solo.asTyped');
}

/** The form to answer now: the question, in Form - 1B the reasons of classmates, choices, and words. */
function OpenForm({ solo, form, question, onSolo, onOutdated }: { solo: SoloView; form: Form; question: SoloView['questions'][number] } & Changes) {
  const accountId = getSession()?.user.account_id ?? 0;
  const { typed, change, standing, forget } = useSoloDraft({ accountId, assessmentId: solo.assessment_id, form, stored: solo.draft });
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const errorId = useId();
  const wordsId = useId();
  const place = useRef<HTMLFormElement>(null);
  const first = solo.answers.find((answer) => answer.form === 'Form - 1A')?.response_id ?? null;
  const chosen = question.responses.some(({ id }) => id === typed.response_id) ? typed.response_id : null;
  const isMissing = asked && chosen === null;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAsked(true);
    if (chosen === null) return place.current?.querySelector<HTMLInputElement>('input[type=radio]')?.focus();
    setBusy(true);
    try {
      const body = { assessment_id: solo.assessment_id, form, response_id: chosen, words: typed.words };
      const { solo: next } = await ask<typeof soloAnswer>('POST', '/live/learning/solo/answer', { body });
      forget();
      onSolo(next);
      scrollTo({ top: 0 });
    } catch (error) {
      setBusy(false);
      showSnack(errorText(error), { color: 'red' });
      if (isApiError(error) && (error.code === 'ALREADY_ANSWERED' || error.code === 'STEP_NOT_ALLOWED')) onOutdated();
    }
  }

  return (
    <Card className={styles.part} aria-label={form}>
      <Row gap={8}>
        <PhaseChip phase={form} />
      </Row>
      {form === 'Form - 2' && <Text tone="dimmed">{t('solo.newQuestion')}</Text>}
      <Question question={question} />
      {form === 'Form - 1B' && <Reasons solo={solo} question={question} />}
      <Stack as="form" ref={place} gap={12} onSubmit={(event) => void submit(event)} noValidate>
        {form === 'Form - 1B' && <Text weight={600}>{t('solo.chooseAgain')}</Text>}
        <Choices
          responses={question.responses}
          value={chosen}
          before={form === 'Form - 1B' ? first : null}
          errorId={isMissing ? errorId : undefined}
          onChange={(response_id) => change({ response_id })}
        />
        <Stack gap={5}>
          <Text as="label" weight={600} htmlFor={wordsId}>
            {t('solo.justify')}
          </Text>
          <textarea
            id={wordsId}
            className={styles.words}
            maxLength={MOST_CHARACTERS}
            value={typed.words}
            onChange={(event) => change({ words: event.target.value })}
          />
        </Stack>
        {isMissing ? (
          <Row as="p" id={errorId} gap={6} size={15} weight={600} tone="error" role="alert">
            <IconAlertCircle size={18} />
            {t('live.response.required')}
          </Row>
        ) : (
          <Text size={14} tone="dimmed" role="status">
            {standingWords(standing)}
          </Text>
        )}
        <Button type="submit" variant="filled" size="xl" wide pending={busy}>
          {t('solo.submit', { form: formName(form) })}
        </Button>
      </Stack>
    </Card>
  );
}

/** The limit of the call. */
const MOST_CHARACTERS = 2_000;

/** Shows the reasons that classmates gave in Form - 1A, by response and without names. */
function Reasons({ solo, question }: { solo: SoloView; question: SoloView['questions'][number] }) {
  const ordered = inOrder(question.responses);
  const given = ordered.flatMap((response, index) => {
    const reasons = solo.reasons?.find(({ response_id }) => response_id === response.id)?.reasons ?? [];
    return reasons.length > 0 ? [{ response, letter: letterAt(index), reasons }] : [];
  });
  return (
    <Stack as="section" gap={10} aria-label={t('solo.reasons')}>
      <div>
        <Text as="h3" size={15} weight={650}>
          {t('solo.reasons')}
        </Text>
        <Text size={14} tone="dimmed">
          {t(given.length > 0 ? 'solo.reasonsHint' : 'solo.noReasons')}
        </Text>
      </div>
      {given.map(({ response, letter, reasons }) => (
        <Stack key={response.id} gap={6}>
          <Row gap={8} align="baseline" weight={600} breaks>
            <Letter letter={letter} size="s" />
            <MathText text={response.response} />
          </Row>
          {reasons.map((reason, index) => (
            <blockquote key={index} className={styles.reason}>
              <RichTextView document={reason} />
            </blockquote>
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

/** Shows a question whose forms are all answered: the own answers with right or wrong, and why. */
function Explained({ question, answers }: { question: SoloView['questions'][number]; answers: readonly Answer[] }) {
  return (
    <Card className={styles.part} aria-label={question.title}>
      <Text as="h3" size={16} breaks>
        <MathText text={question.title} />
      </Text>
      <Stack as="ul" gap={10} aria-label={t('solo.yours')}>
        {answers.map((answer) => (
          <li key={answer.form}>
            <Row wrap gap={12} rowGap={4} justify="between">
              <PhaseChip phase={answer.form} />
              {answer.is_right !== null && <Correctness correct={answer.is_right} />}
            </Row>
            <SubmittedAnswer question={question} response_id={answer.response_id} comment={answer.words} />
          </li>
        ))}
      </Stack>
      <RevealedAnswers question={question} ownResponseId={answers.at(-1)?.response_id ?? null} label={`${t('join.rightAnswers')}: ${question.title}`} />
    </Card>
  );
}
