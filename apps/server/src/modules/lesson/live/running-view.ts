import type { CallResult, liveRunning } from '@classwright/contract';
import type { RunningRow } from './running-queries.ts';

/** Builds the view of a running lesson that a student is sent to. */
export function toRunningView(row: RunningRow): NonNullable<CallResult<typeof liveRunning>['assessment']> {
  return { id: row.assessment_id, title: row.title, class_name: row.class_name, teacher_name: `${row.first_name} ${row.last_name}`.trim() };
}
