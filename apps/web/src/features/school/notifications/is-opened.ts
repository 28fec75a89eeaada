const HERE = 'http://here';

/**
 * Checks whether an open address shows a notification's target: the same page with at least its parameters, or the same
 * work.
 */
export function isOpened(path: string, at: string): boolean {
  const [told, opened] = [new URL(path, HERE), new URL(at, HERE)];
  const work = told.searchParams.get('work');
  if (work !== null && work === opened.searchParams.get('work')) return true;
  return told.pathname === opened.pathname && [...told.searchParams].every(([name, value]) => opened.searchParams.get(name) === value);
}
