import type { Hue } from '../../base/hue.ts';
import type { Roster } from './calls.ts';

export const statusOf = ({ status, undo }: Roster): Roster['status'] | 'undone' => (undo?.status === 'finished' ? 'undone' : status);

const HUES: Readonly<Record<ReturnType<typeof statusOf>, Hue>> = {
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
export const hueOf = (roster: Roster): Hue => HUES[statusOf(roster)];

/** A job has it, in either direction. */
export const isUnderWay = ({ status, undo }: Roster): boolean =>
  status === 'reading' || status === 'waiting' || status === 'running' || undo?.status === 'waiting' || undo?.status === 'running';
