import type { CalendarEventView } from '@classwright/contract/class/calendar/calls';
import { timeOn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';

/** Returns the time within the day; empty for a lesson without a time. */
export function timeWords({ kind, starts, ends }: CalendarEventView): string {
  if (kind === 'work') return starts === null ? t('calendar.dueDay') : t('calendar.due', { time: timeOn(starts) });
  if (starts === null) return '';
  return ends === null ? timeOn(starts) : t('calendar.from', { from: timeOn(starts), to: timeOn(ends) });
}

export function stateWords({ kind, state }: CalendarEventView): string {
  if (kind === 'work') return t(`calendar.state.${state === 'running' ? 'open' : state}`);
  if (state === 'open') return t('calendar.state.openLesson');
  return state === 'missed' ? t('calendar.state.missedLesson') : t(`calendar.state.${state}`);
}
