import type { reviewAnswer, reviewGet, reviewLater, ReviewView } from '@classwright/contract/lesson/reviews/calls';
import { useId, useRef, useState, type FormEvent } from 'react';
import { isApiError } from '../../base/api.ts';
import { dayOf } from '../../base/dates.ts';
import { showSnack } from '../../base/snackbar.ts';
import { t } from '../../base/t.ts';
import { ask } from '../../lesson/ask.ts';
import { useLoad } from '../../lesson/use-load.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Card } from '../../ui/plain/Card.tsx';
import { EmptyState } from '../../ui/plain/EmptyState.tsx';
import { errorText } from '../../ui/plain/error-text.ts';
import { IconAlertCircle } from '../../ui/plain/icons.ts';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { Choices } from '../lesson-screen/Choices.tsx';
import { Question } from '../lesson-screen/Question.tsx';
import { RevealedAnswers } from '../lesson-screen/RevealedAnswers.tsx';
import { ResultsPage } from '../results/ResultsPage.tsx';
import styles from './stays.module.css';

interface Leaving {
  /** Opens Home, with a message for the person. */
  onHome: (message?: string) => void;
}

/** The idea of an earlier lesson, asked again. `reviewId`: null if the address names none. */
export function ReviewScreen({ reviewId, onHome }: { reviewId: number | null } & Leaving) {
  return (
    <ResultsPage title={t('review.title')} onHome={() => onHome()}>
      {reviewId === null ? <EmptyState title={t('error.REVIEW_NOT_FOUND')} /> : <Loaded reviewId={reviewId} onHome={onHome} />}
    </ResultsPage>
  );
}

function Loaded({ reviewId, onHome }: { reviewId: number } & Leaving) {
  const [answered, setAnswered] = useState<ReviewView | null>(null);
  const { value, problem, reload } = useLoad(`review ${reviewId}`, async () => {
    const { review } = await ask<typeof reviewGet>('GET', '/live/learning/review', { query: { review_id: reviewId } });
    setAnswered(null);
    return review;
  });
  const review = answered ?? value;
  if (!review) return problem ? <LoadFailed error={problem} onRetry={reload} /> : <SkeletonText lines={6} />;
  return (
    <>
      <Text tone="dimmed" breaks>
        {t('review.about', { class: review.class_name, title: review.title, date: dayOf(review.finished_at) })}
      </Text>
      {review.answer ? (
        <Answered review={review} answer={review.answer} onHome={onHome} />
      ) : (
        <Asked review={review} onAnswered={setAnswered} onOutdated={reload} onHome={onHome} />
      )}
    </>
  );
}

function Asked({
  review,
  onAnswered,
  onOutdated,
  onHome,
}: {
  review: ReviewView;
  onAnswered: (review: ReviewView) => void;
  onOutdated: () => void;
} & Leaving) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState<'submit' | 'later' | null>(null);
  const errorId = useId();
  const place = useRef<HTMLFormElement>(null);
  const isMissing = asked && chosen === null;

  async function attempt(what: 'submit' | 'later', run: () => Promise<void>): Promise<void> {
    setBusy(what);
    try {
      await run();
    } catch (error) {
      showSnack(errorText(error), { color: 'red' });
      if (isApiError(error) && !error.isTransient) onOutdated();
    }
    setBusy(null);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    setAsked(true);
    if (chosen === null) return place.current?.querySelector<HTMLInputElement>('input[type=radio]')?.focus();
    void attempt('submit', async () => {
      const body = { review_id: review.id, response_id: chosen };
      onAnswered((await ask<typeof reviewAnswer>('POST', '/live/learning/review/answer', { body })).review);
      scrollTo({ top: 0 });
    });
  }
  const putOff = () =>
    attempt('later', async () => {
      await ask<typeof reviewLater>('POST', '/live/learning/review/later', { body: { review_id: review.id } });
      onHome(t('review.later'));
    });

  return (
    <Card className={styles.part}>
      <Text tone="dimmed">{t('review.intro')}</Text>
      <Question question={review.question} />
      <Stack as="form" ref={place} gap={12} onSubmit={submit} noValidate>
        <Choices responses={review.question.responses} value={chosen} errorId={isMissing ? errorId : undefined} onChange={setChosen} />
        {isMissing && (
          <Row as="p" id={errorId} gap={6} size={15} weight={600} tone="error" role="alert">
            <IconAlertCircle size={18} />
            {t('live.response.required')}
          </Row>
        )}
        <Button type="submit" variant="filled" size="xl" wide pending={busy === 'submit'}>
          {t('review.submit')}
        </Button>
        <Button size="l" wide variant="subtle" pending={busy === 'later'} onClick={() => void putOff()}>
          {t('review.laterButton')}
        </Button>
      </Stack>
    </Card>
  );
}

/** Shows at once if the answer was right, and why. */
function Answered({ review, answer, onHome }: { review: ReviewView; answer: NonNullable<ReviewView['answer']> } & Leaving) {
  return (
    <Card className={styles.part}>
      <Stack gap={4} role="status">
        <Text size={16} weight={650}>
          {t(answer.is_right ? 'review.right' : review.round === 1 ? 'review.wrong' : 'review.wrongLast')}
        </Text>
        <Text tone="dimmed">{t('review.nowhere')}</Text>
      </Stack>
      <RevealedAnswers question={review.question} ownResponseId={answer.response_id} />
      <Question question={review.question} />
      <Button size="l" wide onClick={() => onHome()}>
        {t('join.goHome')}
      </Button>
    </Card>
  );
}
