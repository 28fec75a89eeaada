import type { reviewResults, ReviewResultsView } from '@classwright/contract/lesson/reviews/calls';
import type { soloResults, SoloResultsView } from '@classwright/contract/lesson/solo/calls';
import { computePercent } from '@classwright/rules/live/figures/distribution';
import { useLoad } from '../../use-load.ts';
import { ask } from '../../ask.ts';
import { t } from '../../../base/t.ts';
import { Card } from '../../../ui/plain/Card.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import styles from './snapshot.module.css';

/**
 * Shows the staff what a finished lesson has left: how many were right when the idea was asked again, next to Form - 2,
 * and which students who missed the lesson have done it alone. Nothing while there is neither.
 */
export function Afterwards({ assessmentId }: { assessmentId: number }) {
  const { value, problem, reload } = useLoad(`afterwards ${assessmentId}`, async () => {
    const query = { assessment_id: assessmentId };
    const [again, solo] = await Promise.all([
      ask<typeof reviewResults>('GET', '/live/learning/teachers/reviews', { query }),
      ask<typeof soloResults>('GET', '/live/learning/teachers/solo', { query }),
    ]);
    return { again: again.results, students: solo.results.students };
  });
  if (problem) return <LoadFailed error={problem} onRetry={reload} />;
  if (!value) return null;
  return (
    <>
      {value.again.rounds.length > 0 && <Again results={value.again} />}
      {value.students.length > 0 && <Missed students={value.students} />}
    </>
  );
}

const percentOf = ({ right, answered }: { right: number; answered: number }): number => computePercent(answered === 0 ? 0 : right / answered);

function Again({ results: { rounds, transfer } }: { results: ReviewResultsView }) {
  return (
    <Card className={styles.part} aria-label={t('review.staff')}>
      <h3>{t('review.staff')}</h3>
      {rounds.map(({ round, asked, answered, right }) => (
        <p key={round}>
          {answered === 0 ? t(`review.waiting.${round}`, { asked }) : t(`review.after.${round}`, { percent: percentOf({ right, answered }), asked, answered })}
        </p>
      ))}
      {transfer.answered > 0 && <p className={styles.note}>{t('review.transfer', { percent: percentOf(transfer) })}</p>}
    </Card>
  );
}

function Missed({ students }: { students: SoloResultsView['students'] }) {
  const done = students.filter(({ state }) => state === 'done').length;
  return (
    <Card className={styles.part} aria-label={t('solo.missed')}>
      <h3>{t('solo.missedDone', { count: students.length, done })}</h3>
      <Stack as="ul" gap={6}>
        {students.map(({ account_id, name, state, first, second, transfer }) => (
          <Row as="li" key={account_id} gap={12} rowGap={4} wrap justify="between">
            <Text as="span" breaks>
              {name}
            </Text>
            <Text as="span" tone="dimmed">
              {[
                t(`solo.state.${state}`),
                ...[first, second, transfer].flatMap((right) => (right === null ? [] : [t(right ? 'solo.right' : 'solo.wrong')])),
              ].join(' · ')}
            </Text>
          </Row>
        ))}
      </Stack>
      <p className={styles.note}>{t('solo.noFigure')}</p>
    </Card>
  );
}
