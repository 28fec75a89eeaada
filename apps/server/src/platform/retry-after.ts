const LEAST_MS = 1_000;
const MOST_MS = 3_600_000;

/**
 * Parses the header Retry-After. Returns milliseconds, at least a second and at most an hour: from seconds, or until an
 * instant by the server's own clock, given by its header Date. Null when it is missing. Source: RFC 9110, section
 * 10.2.3.
 */
export function readRetryAfter(text: string | null | undefined, date = ''): number | null {
  const wait = /^\d{1,9}$/.test(text ?? '') ? Number(text) * 1_000 : Date.parse(text ?? '') - Date.parse(date);
  return Number.isFinite(wait) ? Math.min(MOST_MS, Math.max(LEAST_MS, wait)) : null;
}
