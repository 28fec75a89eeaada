const UNIQUE_VIOLATION = '23505';

/** Whether a statement was refused because a row of that kind is there already; by this unique index, where one is named. */
export function isTakenAlready(error: unknown, constraint?: string): boolean {
  const refused = error as { code?: unknown; constraint?: unknown } | null;
  return refused?.code === UNIQUE_VIOLATION && (constraint === undefined || refused.constraint === constraint);
}
