import type { Hue } from '../../../base/hue.ts';
import { timeOf } from '../../../base/dates.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import type { IconComponent } from '../../../ui/plain/icon.tsx';
import { IconAlertTriangle, IconBan, IconCircleCheck, IconClock, IconLoader2, IconMessageCircle } from '../../../ui/plain/icons.ts';
import { IconCircleX } from '../../../ui/feature-icons/icons.ts';
import type { Run } from './calls.ts';
import { countsOf, isAlive, waitsUntil } from './run-state.ts';
import { t } from '../../../base/t.ts';

const LOOKS: Readonly<Record<Run['status'], { hue: Hue; icon: IconComponent }>> = {
  waiting: { hue: 'gray', icon: IconClock },
  running: { hue: 'blue', icon: IconLoader2 },
  paused: { hue: 'amber', icon: IconMessageCircle },
  finished: { hue: 'green', icon: IconCircleCheck },
  partly: { hue: 'amber', icon: IconAlertTriangle },
  failed: { hue: 'red', icon: IconCircleX },
  cancelled: { hue: 'gray', icon: IconBan },
};

/** Shows the status of a run by word and icon, then hue. */
export const RunChip = ({ status }: Pick<Run, 'status'>) => <Chip {...LOOKS[status]}>{t(`syncRun.status.${status}`)}</Chip>;

/** Returns the scope of a run: all classes of the school or of a person, or one part of one class. */
export function nameOf({ scope, course_name, account_name }: Run): string {
  const of = course_name ?? account_name;
  return of === null ? t(`syncRun.scope.${scope}`) : t(`syncRun.scopeOf.${scope}`, { of });
}

/** Returns what a run waits for as text; null if nothing. */
export function waitText(run: Run): string | null {
  const until = waitsUntil(run);
  if (until !== null) return t('syncRun.waitsUntil', { time: timeOf(until) });
  return run.status === 'waiting' ? t('syncRun.waitsTurn') : null;
}

/**
 * Returns a run's results as numbers, or what a preview would do. It also works for a run under way. `withoutEnded`:
 * leaves out ended ones, which are shown next to it.
 */
export function countText(run: Run, { withoutEnded = false } = {}): string {
  const all = countsOf(run);
  const shown = all.filter(({ key }) => !withoutEnded || key !== 'ended');
  if (shown.length === 0 && all.length > 0) return '';
  const counts = shown.map(({ key, count }) => {
    const isPlanned = run.mode === 'preview' && key !== 'refused' && key !== 'conflicts';
    return isPlanned ? t(`syncRun.planCount.${key}`, { count }) : t(`syncRun.count.${key}`, { count });
  });
  return counts.length > 0 ? counts.join(' · ') : t(isAlive(run.status) ? 'syncRun.count.noneYet' : 'syncRun.count.none');
}
