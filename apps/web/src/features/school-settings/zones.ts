/** Every time zone that the browser knows, with UTC and the one that is chosen. */
export const zones = (chosen: string): string[] => [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])].sort();

/** What the clocks of a zone show: "14:05"; empty for a zone that this browser does not know. */
export function clockOf(timeZone: string, at: Date): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
  } catch {
    return '';
  }
}
