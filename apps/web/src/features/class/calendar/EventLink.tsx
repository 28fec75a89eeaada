import type { CalendarEventView } from '@classwright/contract/class/calendar/calls';
import type { ReactNode } from 'react';

/** Leads to what stands in the calendar; words alone where there is nowhere to go yet. A lesson is an entry of its own, so it is a page load. */
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
