const HERE = 'http://here';

/** Whether an address of the app shows what something told leads to: the same page, with at least what it names; or the same work. */
export function isOpened(path: string, at: string): boolean {
  const [told, opened] = [new URL(path, HERE), new URL(at, HERE)];
  const work = told.searchParams.get('work');
  if (work !== null && work === opened.searchParams.get('work')) return true;
  return told.pathname === opened.pathname && [...told.searchParams].every(([name, value]) => opened.searchParams.get(name) === value);
}
