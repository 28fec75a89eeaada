import type { Hue } from '../../../base/hue.ts';
import type { Roster } from './calls.ts';

type Shown = Roster['status'] | 'undone';

const HUES: Readonly<Record<Shown, Hue>> = {
  reading: 'blue',
  columns: 'amber',
  preview: 'blue',
  waiting: 'blue',
  running: 'blue',
  finished: 'green',
  partly: 'amber',
  failed: 'red',
  cancelled: 'gray',
  undone: 'gray',
};
/**
 * Returns the display of a status, or null for one that only a newer server knows. The roster's message then explains
 * it.
 */
export function statusOf({ status, undo }: Roster): Shown | null {
  if (undo?.status === 'finished') return 'undone';
  return status in HUES ? status : null;
}
export function hueOf(roster: Roster): Hue {
  const status = statusOf(roster);
  return status === null ? 'gray' : HUES[status];
}

/** Checks whether a job is working on it, in either direction. */
export const isUnderWay = ({ status, undo, can_cancel: canCancel }: Roster): boolean =>
  (!(status in HUES) && canCancel) ||
  status === 'reading' ||
  status === 'waiting' ||
  status === 'running' ||
  undo?.status === 'waiting' ||
  undo?.status === 'running';
