import { SYNC_SCHEDULES } from '@classwright/contract';
import type { SourceRow } from '../../../class/sources/index.ts';

type Schedule = (typeof SYNC_SCHEDULES)[number];

/** Returns when a source is synced by itself: hourly unless said. */
export const scheduleOf = ({ settings }: Pick<SourceRow, 'settings'>): Schedule =>
  SYNC_SCHEDULES.find((schedule) => schedule === settings['schedule']) ?? 'hourly';

/** Returns whether runs that begin on schedule make classes here that nobody has decided about: only where the school said so. */
export const makesClasses = ({ settings }: Pick<SourceRow, 'settings'>): boolean => settings['makesClasses'] === true;
