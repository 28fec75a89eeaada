import type { liveQuestions, liveQuestionSettle, QuestionToStaffView } from '@classwright/contract/lesson/live/classmates';
import { channels } from '@classwright/contract/lesson/live/events';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../../base/api.ts';
import { timeOf } from '../../../../base/dates.ts';
import { listen } from '../../../../base/realtime.ts';
import { createRefetcher } from '../../../../base/refetcher.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { t } from '../../../../base/t.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { CommentInput } from '../parts.ts';
import { useLive, useModel, usePending, usePreferences, useStage } from '../use-live.ts';
import styles from './Classmates.module.css';

/** Loads the questions of the lesson, and again whenever the staff's channel says that they changed. */
function useQuestions(assessmentId: number): { questions: readonly QuestionToStaffView[]; reload: () => void } {
  const [questions, setQuestions] = useState<readonly QuestionToStaffView[]>([]);
  const reload = useRef(() => undefined as void);
  useEffect(() => {
    const refetcher = createRefetcher(async () => {
      const answer = await api<typeof liveQuestions>('GET', '/live/learning/questions', { query: { assessment_id: assessmentId } });
      setQuestions(answer.questions);
    });
    reload.current = () => refetcher.request('now');
    const stop = listen(channels.staff(assessmentId), {
      onReady: () => refetcher.request('spread'),
      onEvent: (name) => name === 'assessment.questions.changed' && refetcher.request('now'),
    });
    return () => {
      stop();
      refetcher.stop();
    };
  }, [assessmentId]);
  return { questions, reload: () => reload.current() };
}

/** The questions that students have asked in private and that wait, the oldest first. Shows nothing when there are none. */
export function Questions() {
  const { lesson, actions } = useLive();
  const wall = useModel(({ known }) => known?.wall);
  const isShowing = usePending('wall');
  const { questions, reload } = useQuestions(lesson.assessmentId);
  const { showsFigures } = usePreferences();
  const isHidden = useStage() === 'running' && !showsFigures;
  const [readOut, setReadOut] = useState<QuestionToStaffView | null>(null);
  const waiting = questions.filter(({ settled_at }) => settled_at === null);
  const askingStudents = new Set(waiting.map(({ account_id }) => account_id)).size; // a student may have asked twice
  const settle = async (question: QuestionToStaffView, answer: string, idempotencyKey?: string): Promise<boolean> => {
    try {
      const body = { question_id: question.id, answer };
      await api<typeof liveQuestionSettle>('POST', '/live/learning/questions/settle', { body, ...(idempotencyKey && { idempotencyKey }) });
      if (answer !== '') showSnack(t('teach.asked.answered', { name: question.name }));
      reload();
      return true;
    } catch (error) {
      showSnack(errorText(error), { color: 'red' });
      reload();
      return false;
    }
  };
  const isOnWall = readOut !== null && wall?.show === 'asked' && wall.question_id === readOut.id;
  const leave = () => {
    setReadOut(null);
    if (isOnWall) void actions.showOnWall('question', wall.of);
  };
  return (
    <>
      <div role="status" aria-live="polite" className="visually-hidden">
        {waiting.length > 0 && t('teach.asked', { count: askingStudents })}
      </div>
      {waiting.length > 0 && (
        <section className={styles.asked} aria-label={t('teach.asked.title')} tabIndex={0}>
          <Row gap={8} rowGap={4} wrap>
            <Text as="h3" size={14} weight={600} grow>
              {t('teach.asked.title')}
            </Text>
            <Chip hue="pink">{t('teach.asked', { count: askingStudents })}</Chip>
          </Row>
          {!isHidden && (
            <ul>
              {waiting.map((question) => (
                <Question
                  key={question.id}
                  question={question}
                  onAnswer={(answer, key) => settle(question, answer, key)}
                  onReadOut={() => setReadOut(question)}
                />
              ))}
            </ul>
          )}
        </section>
      )}
      <Dialog
        opened={readOut !== null}
        onClose={leave}
        title={t('teach.asked.readOutHint')}
        width={900}
        footer={
          <>
            <Button
              pending={isShowing}
              onClick={() => readOut && void (isOnWall ? actions.showOnWall('question', wall.of) : actions.showOnWall('asked', null, 0, readOut.id))}
            >
              {t(isOnWall ? 'teach.asked.offWall' : 'teach.asked.onWall')}
            </Button>
            <Button variant="filled" onClick={() => readOut && void settle(readOut, '').then(leave)}>
              {t('teach.asked.readOutDone')}
            </Button>
          </>
        }
      >
        <p className={styles.large}>{readOut?.question}</p>
      </Dialog>
    </>
  );
}

interface QuestionProps {
  question: QuestionToStaffView;
  onAnswer: (answer: string, idempotencyKey: string) => Promise<boolean>;
  onReadOut: () => void;
}

function Question({ question, onAnswer, onReadOut }: QuestionProps) {
  const [isWriting, setWriting] = useState(false);
  const label = t('teach.asked.answer', { name: question.name });
  return (
    <li>
      <Stack gap={4}>
        <p className={styles.question}>
          <b>{question.name}</b>{' '}
          <Text as="span" size={12} tone="dimmed">
            {timeOf(question.asked_at)}
          </Text>
          <br />
          {question.question}
        </p>
        {!isWriting && (
          <Row gap={6} wrap>
            <Button size="s" aria-label={label} onClick={() => setWriting(true)}>
              {t('teach.asked.answerShort')}
            </Button>
            <Button size="s" onClick={onReadOut}>
              {t('teach.asked.readOut')}
            </Button>
          </Row>
        )}
        {isWriting && <CommentInput id={`question:${question.id}`} label={label} onSend={onAnswer} onCancel={() => setWriting(false)} />}
      </Stack>
    </li>
  );
}
