import type { CallResult, liveRunning } from '@classwright/contract';
import type { RunningRow } from './running-queries.ts';

/** A running lesson, as a student is sent to it. */
export function toRunningView(row: RunningRow): NonNullable<CallResult<typeof liveRunning>['assessment']> {
  return { id: row.assessment_id, title: row.title, class_name: row.class_name, teacher_name: `${row.first_name} ${row.last_name}`.trim() };
}
