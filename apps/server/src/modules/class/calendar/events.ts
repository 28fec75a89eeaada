import type { CalendarEventView } from '@classwright/contract';
import type { EventRow } from './queries.ts';

export const eventId = ({ kind, id }: Pick<EventRow, 'kind' | 'id'>): string => `${kind}-${id}`;

/** Returns the path that opens an event. */
function pathOf({ kind, id, course_id, is_staff, state }: EventRow): string | null {
  if (kind === 'work') return `/class-classwork/${course_id}?work=${id}`;
  if (!is_staff) return state === 'running' || state === 'done' ? `/student-live-learning?assessment_id=${id}` : null;
  return state === 'done' ? `/assessment-snapshot?assessment_id=${id}` : `/teacher-live-learning?assessment_id=${id}`;
}

export function toEventView(row: EventRow): CalendarEventView {
  const { kind, title, course_id, course_name, day, starts, ends, state } = row;
  return { id: eventId(row), kind, title, course_id, course_name, day, starts, ends, state, path: pathOf(row) };
}
