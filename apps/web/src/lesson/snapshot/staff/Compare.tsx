import type { lessonCompare } from '@classwright/contract/lesson/results/compare';
import { FORMS } from '@classwright/contract/lesson/live/forms';
import { computePercent } from '@classwright/rules/live/figures/distribution';
import { MOVES, type Move } from '@classwright/rules/live/figures/moves';
import { formatFixed } from '@classwright/rules/round';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../../base/api.ts';
import { dayOf, dayOn } from '../../../base/dates.ts';
import { moveName } from '../../moves/transitions.ts';
import { classes } from '../../../ui/plain/classes.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { questionOf, reportOf, type Snapshot } from './model.ts';
import styles from './snapshot.module.css';
import { t } from '../../../base/t.ts';

interface Tally {
  answered: number;
  right: number;
}
interface Compared {
  first: Tally;
  second: Tally;
  /** Null if another transfer question was asked or there is none to compare. */
  transfer: Tally | null;
  moves: Readonly<Record<Move, number>>;
  gain: number | null;
}

/**
 * Compares a question of a finished lesson with its results in other lessons: one's own, and the sum of other people's.
 */
export function Compare({ snapshot }: { snapshot: Snapshot }) {
  const { details, session, moves, gain } = snapshot;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['live', 'snapshot', details.assessment_id, 'compare'],
    queryFn: ({ signal }) =>
      api<typeof lessonCompare>('GET', '/live/learning/teachers/snapshot/compare', { query: { assessment_id: details.assessment_id }, signal }),
  });
  if (!data) return error ? <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} /> : <SkeletonText lines={4} />;
  const { lessons, total, others } = data;
  const own: Compared | null = moves && {
    first: reportOf(snapshot, 'Form - 1A'),
    second: reportOf(snapshot, 'Form - 1B'),
    transfer: reportOf(snapshot, 'Form - 2'),
    moves,
    gain: gain?.value ?? null,
  };
  return (
    <>
      <p className={styles.note}>{t('compare.question', { title: questionOf(snapshot, 'Form - 1A')?.title ?? '' })}</p>
      <div className={styles.wide} tabIndex={0} role="group" aria-label={t('compare.title')}>
        <table className={classes(styles.table, styles.lessons)}>
          <thead>
            <tr>
              <th scope="col">{t('compare.lesson')}</th>
              {FORMS.map((form) => (
                <th key={form} scope="col">
                  {form}
                </th>
              ))}
              {MOVES.map((move) => (
                <th key={move} scope="col">
                  {moveName(move)}
                </th>
              ))}
              <th scope="col">{t('compare.gain')}</th>
            </tr>
          </thead>
          <tbody>
            {own && (
              <Row compared={own}>
                <b>{t('compare.this')}</b>
                <span className={styles.note}>{t('compare.heldOn', { class_name: details.class_name, date: dayOf(session.started_at) })}</span>
              </Row>
            )}
            {lessons.map((lesson) => (
              <Row key={lesson.assessment_id} compared={lesson}>
                <AppLink to={`/live-snapshot?assessment_id=${lesson.assessment_id}`}>{lesson.title}</AppLink>
                <span className={styles.note}>
                  {t('compare.heldOn', { class_name: lesson.class_name, date: dayOn(lesson.held_on) })}
                  {!lesson.is_same_version && ` · ${t('compare.otherWords')}`}
                </span>
              </Row>
            ))}
            {others && (
              <Row compared={{ ...others, transfer: null }}>
                <b>{t('compare.others', { count: others.lessons })}</b>
              </Row>
            )}
          </tbody>
        </table>
      </div>
      {lessons.length === 0 && <p className={styles.note}>{t('compare.none')}</p>}
      {total > lessons.length && <p className={styles.note}>{t('compare.more', { count: total - lessons.length })}</p>}
      <p className={styles.note}>
        {t('compare.transferHint')} {t(others ? 'compare.othersHint' : 'compare.noOthers')}
      </p>
    </>
  );
}

function Row({ compared, children }: { compared: Compared; children: ReactNode }) {
  const { first, second, transfer, moves, gain } = compared;
  return (
    <tr>
      <th scope="row" dir="auto" className={styles.lesson}>
        {children}
      </th>
      {[first, second, transfer].map((tally, index) => (
        <td key={index}>{tally === null || tally.answered === 0 ? '–' : <Share tally={tally} />}</td>
      ))}
      {MOVES.map((move) => (
        <td key={move}>{moves[move]}</td>
      ))}
      <td>{gain === null ? '–' : formatFixed(gain, 2)}</td>
    </tr>
  );
}

function Share({ tally: { answered, right } }: { tally: Tally }) {
  return (
    <>
      {t('compare.share', { percent: computePercent(right / answered) })}
      <span className={styles.note}>{t('compare.shareOf', { right, answered })}</span>
    </>
  );
}
