import type { Source } from '../house-rules/source.ts';
import { journeyRooms } from './journeys.ts';

/** The tests that a change asks for: all of them, or the files of each project. */
export type Choice = { all: true; because: string } | { all: false; files: readonly string[] };

/** What every test stands on, or what no import tells of. */
const EVERYTHING =
  /^(package(-lock)?\.json|[^/]*\.json|vitest\.config\.ts|apps\/[^/]+\/package\.json|packages\/[^/]+\/package\.json|apps\/server\/migrations\/|apps\/server\/src\/(testing|platform\/(database|http))\/|e2e\/harness\/|tools\/scripts\/lib\/)/;
/** What puts all modules or all pages together: it changes with none of them alone. */
const ROOFS =
  /^apps\/server\/src\/(app|modules|parts|sockets|housekeeping|main)\.ts$|^apps\/server\/src\/(demo|startup|testing)\/|^apps\/web\/src\/(main\.tsx$|app\/|testing\/)/;
/** Looked at with any change of the server: who may do what, and the lesson as a whole. */
const ALWAYS_FOR_SERVER = /^apps\/server\/src\/((access-walk|forged-ids)\.pg\.test\.ts$|modules\/live\/live\.proof\.test\.ts$)/;
/** Looked at with any change: they read the sources as text. */
const ALWAYS = /^tools\/(house-rules|changed)\/.*\.test\.ts$/;

const isTest = (path: string): boolean => /\.(test\.tsx?|journey\.ts)$/.test(path);
/** The room that a file's tests stand for: tests of a module go through its endpoints, whatever they import. */
const roomOf = (path: string): string | null =>
  /^(?:apps\/server\/src\/(?:modules|platform)\/[^/]+|apps\/web\/src\/(?:features\/[^/]+|[^/]+)|packages\/[^/]+\/src\/[^/]+|tools\/[^/]+)\//.exec(path)?.[0] ??
  null;

/**
 * The tests that can tell of a change: those of the rooms that a changed file stands in, and of the rooms that need such
 * a room, by whatever detour; with them the journeys that walk through one. `changed` are paths from the root.
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

/** The changed files and all that need them, up to the roofs: what hangs on a roof alone is reached only when the roof itself changed. */
function findReached(changed: readonly string[], sources: readonly Source[]): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  for (const { path, imports } of sources)
    for (const { file, isType } of imports) if (file !== null && !isType) users.set(file, [...(users.get(file) ?? []), path]);
  const reached = new Set(changed);
  for (const path of reached) if (!ROOFS.test(path) || changed.includes(path)) for (const user of users.get(path) ?? []) reached.add(user);
  // a roof that only follows from what stands below it asks for nothing by itself
  for (const path of reached) if (ROOFS.test(path) && !changed.includes(path)) reached.delete(path);
  return reached;
}
