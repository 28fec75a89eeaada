import { timeIn } from '../../../base/dates.ts';

/** Lists every time zone that the browser knows, plus UTC and the selected one. */
export const zones = (chosen: string): string[] => [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])].sort();

/** Formats the current time in a zone as "2:05 PM", as elsewhere. Empty for a zone that this browser does not know. */
export function clockOf(timeZone: string, at: Date): string {
  if (timeZone === '') return '';
  try {
    return timeIn(at, timeZone);
  } catch {
    return '';
  }
}
