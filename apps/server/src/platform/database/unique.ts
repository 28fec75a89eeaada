const UNIQUE_VIOLATION = '23505';

/** Returns true when a statement was refused because of a duplicate: for this unique index, where one is named. */
export function isTakenAlready(error: unknown, constraint?: string): boolean {
  const refused = error as { code?: unknown; constraint?: unknown } | null;
  return refused?.code === UNIQUE_VIOLATION && (constraint === undefined || refused.constraint === constraint);
}
