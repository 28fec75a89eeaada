import { SYNC_SCHEDULES } from '@classwright/contract';
import type { SourceRow } from '../../sources/index.ts';

type Schedule = (typeof SYNC_SCHEDULES)[number];

/** When a source is synced by itself: hourly unless said. */
export const scheduleOf = ({ settings }: Pick<SourceRow, 'settings'>): Schedule =>
  SYNC_SCHEDULES.find((schedule) => schedule === settings['schedule']) ?? 'hourly';
