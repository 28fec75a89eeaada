import type { Source } from '../house-rules/source.ts';
import { journeyRooms } from './journeys.ts';

/** The tests that a change needs: all of them, or a list of files. */
export type Choice = { all: true; because: string } | { all: false; files: readonly string[] };

/** Files that every test depends on, or whose users no import shows. */
const EVERYTHING =
  /^(package(-lock)?\.json|[^/]*\.json|vitest\.config\.ts|apps\/[^/]+\/package\.json|packages\/[^/]+\/package\.json|apps\/server\/migrations\/|apps\/server\/src\/(testing|platform\/(database|http))\/|e2e\/harness\/|tools\/scripts\/lib\/)/;
/** Files that combine all modules or all pages. They change together with any of them. */
const ROOFS =
  /^apps\/server\/src\/(app|modules|parts|sockets|housekeeping|main)\.ts$|^apps\/server\/src\/(demo|startup|testing)\/|^apps\/web\/src\/(main\.tsx$|app\/|testing\/)/;
/** Tests that run with any change of the server: access rights, and the lesson as a whole. */
const ALWAYS_FOR_SERVER = /^apps\/server\/src\/((access-walk|forged-ids)\.pg\.test\.ts$|modules\/lesson\/live\/.*\.sim\.test\.ts$)/;
/** Tests that run with any change, since they read the sources as text. */
const ALWAYS = /^tools\/(house-rules|changed)\/.*\.test\.ts$/;

const isTest = (path: string): boolean => /\.(test\.tsx?|journey\.ts)$/.test(path);
/**
 * Returns the room whose tests cover a file. A module's tests go through its endpoints, regardless of their imports.
 */
const roomOf = (path: string): string | null =>
  /^(?:apps\/server\/src\/(?:modules\/[^/]+|platform)\/[^/]+|apps\/web\/src\/(?:features\/[^/]+\/[^/]+|[^/]+)|packages\/[^/]+\/src\/[^/]+|tools\/[^/]+)\//.exec(
    path,
  )?.[0] ?? null;

/**
 * Chooses the tests that a change can affect: those of the rooms with changed files, of the rooms that depend on one,
 * directly or indirectly, and the journeys through any of them. `changed` are paths from the root.
 */
export function chooseTests(changed: readonly string[], sources: readonly Source[]): Choice {
  const reason = changed.find((path) => EVERYTHING.test(path));
  if (reason !== undefined) return { all: true, because: reason };
  const reached = findReached(changed, sources);
  const rooms = new Set([...reached].map(roomOf).filter((room) => room !== null));
  const isServer = [...reached].some((path) => path.startsWith('apps/server/'));
  const names = new Set([...rooms].map((room) => room.replace(/\/$/, '').split('/').at(-1) as string));
  const isBelowAll = [...reached].some((path) => /^apps\/web\/src\/(app|styles|theme)\/|^apps\/server\/src\/[^/]+\.ts$/.test(path) && !isTest(path));
  const files = sources
    .map(({ path }) => path)
    .filter((path) => isTest(path))
    .filter((path) => {
      const journey = /^e2e\/(.+)\.journey\.ts$/.exec(path)?.[1];
      if (reached.has(path) || ALWAYS.test(path)) return true;
      if (journey !== undefined) return isBelowAll || (journeyRooms[journey] ?? []).some((room) => names.has(room));
      return (isServer && ALWAYS_FOR_SERVER.test(path)) || rooms.has(roomOf(path) ?? '');
    });
  return { all: false, files };
}

/**
 * Finds the changed files and all that depend on them, up to the roofs. Files that depend only on a roof are included
 * only if the roof itself changed.
 */
function findReached(changed: readonly string[], sources: readonly Source[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const { path, imports } of sources)
    for (const { file, isType } of imports) if (file !== null && !isType) users.set(file, [...(users.get(file) ?? []), path]);
  const reached = new Set(changed);
  for (const path of reached) if (!ROOFS.test(path) || changed.includes(path)) for (const user of users.get(path) ?? []) reached.add(user);
  // A roof that is only affected by the files below it needs no tests.
  for (const path of reached) if (ROOFS.test(path) && !changed.includes(path)) reached.delete(path);
  return reached;
}
