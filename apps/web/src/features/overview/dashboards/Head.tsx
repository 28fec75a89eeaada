import { dayOn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import { Text } from '../../../ui/plain/layout/layout.tsx';
import type { Figures } from './calls.ts';
import styles from './dashboards.module.css';
import type { Definition } from './definitions.ts';
import { numberText } from './words.ts';

const percent = (part: number, whole: number): string => numberText(Math.round((100 * part) / whole));

/** Returns the sentences of a dashboard that matter most, by its name. Null: there is nothing to say. */
const sentences: Readonly<Record<string, (figures: Figures, isOwn: boolean) => string | null>> = {
  'student-enrollment': ({ now: { total_student: count, total_enrollment: places, total_course: classes } }) =>
    count && classes ? t('dashboards.head.enrollment', { count, size: numberText((places ?? 0) / classes) }) : null,
  assignments: ({ now: { total, total_completed: held, total_over_due: count } }) => {
    if (!total) return null;
    return count ? t('dashboards.head.notHeld', { count }) : t('dashboards.head.held', { held: numberText(held), total: numberText(total) });
  },
  'live-instructions': ({ now: { total_sessions: count }, whole }, isOwn) => {
    if (!count || !whole?.since) return null;
    const { since, alone, after } = whole;
    if (alone.answered === 0 || after.answered === 0) return t('dashboards.head.lessons', { count, since: dayOn(since) });
    const shares = { alone: percent(alone.right, alone.answered), after: percent(after.right, after.answered) };
    return t(isOwn ? 'dashboards.head.ownShares' : 'dashboards.head.shares', { count, since: dayOn(since), ...shares });
  },
  'grade-book': ({ now: { total_classwork: total, turned_in_ungraded: count, to_return: returns, total_overdue: overdue } }, isOwn) => {
    if (!total) return null;
    if (isOwn) return overdue ? t('dashboards.head.ownOverdue', { count: overdue }) : t('dashboards.head.nothingOverdue');
    if (count) return t('dashboards.head.toGrade', { count });
    return returns ? t('dashboards.head.toReturn', { count: returns }) : t('dashboards.head.nothingWaits');
  },
  attendance: ({ now: { total_logged_in: here = 0, total_absent: absent = 0, total_sessions: count } }, isOwn) => {
    const places = (here ?? 0) + (absent ?? 0);
    if (!count || places === 0) return null;
    if (isOwn) return t('dashboards.head.ownPresent', { count: places, took: numberText(here) });
    return t('dashboards.head.present', { count, percent: percent(here ?? 0, places) });
  },
  'question-bank': ({ now: { total_question: count, total_reused: reused } }) =>
    count ? t('dashboards.head.reused', { count, reused: numberText(reused) }) : null,
};

/** Shows the one sentence of a dashboard that matters most, and what the dashboard is about. */
export function Head({ definition, figures, isOwn }: { definition: Definition; figures: Figures | undefined; isOwn: boolean }) {
  const sentence = sentences[definition.name];
  const said = figures && sentence?.(figures, isOwn);
  return (
    <div>
      {/* its place is kept while the figures are on their way, so that nothing below moves */}
      {(said || (!figures && sentence)) && (
        <Text as="p" weight={600} leading={1.4} className={styles.headline}>
          {said}
        </Text>
      )}
      <Text as="p" size={14} tone="dimmed" leading={1.4}>
        {definition.about}
      </Text>
    </div>
  );
}
