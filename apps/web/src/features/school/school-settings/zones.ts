import { clockIn } from '../../../base/date-styles.ts';

/** Every time zone that the browser knows, with UTC and the one that is chosen. */
export const zones = (chosen: string): string[] => [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])].sort();

/** What the clocks of a zone show, as times stand everywhere: "2:05 PM"; empty for a zone that this browser does not know. */
export function clockOf(timeZone: string, at: Date): string {
  if (timeZone === '') return '';
  try {
    return clockIn(at, timeZone);
  } catch {
    return '';
  }
}
