import { SYNC_SCHEDULES } from '@classwright/contract';
import type { SourceRow } from '../../../class/sources/index.ts';

type Schedule = (typeof SYNC_SCHEDULES)[number];

/** Returns when a source is synced automatically; hourly by default. */
export const scheduleOf = ({ settings }: Pick<SourceRow, 'settings'>): Schedule =>
  SYNC_SCHEDULES.find((schedule) => schedule === settings['schedule']) ?? 'hourly';

/** Returns true when scheduled runs create undecided classes here, which happens only if the school chose it. */
export const makesClasses = ({ settings }: Pick<SourceRow, 'settings'>): boolean => settings['makesClasses'] === true;
