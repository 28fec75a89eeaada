import type { CalendarEventView } from '@classwright/contract/class/calendar/calls';
import type { ReactNode } from 'react';

/**
 * Links to an event of the calendar; text only if there is no page yet. A lesson has a separate entry file, so it is a
 * page load.
 */
export function EventLink({ event, className, children }: { event: CalendarEventView; className: string | undefined; children: ReactNode }) {
  const marks = { 'data-kind': event.kind, 'data-state': event.state };
  return event.path === null ? (
    <span className={className} {...marks}>
      {children}
    </span>
  ) : (
    <a className={className} href={event.path} {...marks}>
      {children}
    </a>
  );
}
