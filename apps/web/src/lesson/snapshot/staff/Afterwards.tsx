import type { reviewResults } from '@classwright/contract/lesson/reviews/calls';
import type { soloResults } from '@classwright/contract/lesson/solo/calls';
import { computePercent } from '@classwright/rules/live/figures/distribution';
import { useLoad } from '../../use-load.ts';
import { ask } from '../../ask.ts';
import { t } from '../../../base/t.ts';
import { Card } from '../../../ui/plain/Card.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import styles from './snapshot.module.css';

const percentOf = ({ right, answered }: { right: number; answered: number }): number => computePercent(answered === 0 ? 0 : right / answered);

/**
 * Shows the staff how many students were right when the idea of a finished lesson was asked again, next to Form - 2.
 * Nothing before anybody was asked.
 */
export function AskedAgain({ assessmentId }: { assessmentId: number }) {
  const { value, problem, reload } = useLoad(`reviews ${assessmentId}`, () =>
    ask<typeof reviewResults>('GET', '/live/learning/teachers/reviews', { query: { assessment_id: assessmentId } }),
  );
  if (problem) return <LoadFailed error={problem} onRetry={reload} />;
  if (!value || value.results.rounds.length === 0) return null;
  const { rounds, transfer } = value.results;
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

/** Shows the staff which students who missed a finished lesson have done it alone. Nothing when nobody missed it. */
export function MissedAlone({ assessmentId }: { assessmentId: number }) {
  const { value, problem, reload } = useLoad(`solo ${assessmentId}`, () =>
    ask<typeof soloResults>('GET', '/live/learning/teachers/solo', { query: { assessment_id: assessmentId } }),
  );
  if (problem) return <LoadFailed error={problem} onRetry={reload} />;
  if (!value || value.results.students.length === 0) return null;
  const { students } = value.results;
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
