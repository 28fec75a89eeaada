const LEAST_MS = 1_000;
const MOST_MS = 3_600_000;

/**
 * How long a server asks to wait by its header Retry-After, in milliseconds, a second at least and an hour at most: in seconds, or
 * until an instant of its own clock, which its header Date tells. Null: it does not say. Source: RFC 9110, section 10.2.3.
 */
export function readRetryAfter(text: string | null | undefined, date = ''): number | null {
  const wait = /^\d{1,9}$/.test(text ?? '') ? Number(text) * 1_000 : Date.parse(text ?? '') - Date.parse(date);
  return Number.isFinite(wait) ? Math.min(MOST_MS, Math.max(LEAST_MS, wait)) : null;
}
