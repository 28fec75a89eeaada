import type { Source } from '../house-rules/source.ts';
import { isCatalogue } from '../house-rules/dead-messages.ts';
import { compareTexts, type Difference, noDifference } from './difference.ts';
import { journeyRooms } from './journeys.ts';
import { cutPieces } from './pieces.ts';
import { type DifferenceIn, findReached, type Limits } from './reach.ts';

/** The tests that a change needs: all of them, or a list of files. */
export type Choice = { all: true; because: string } | { all: false; files: readonly string[] };

/** Files that every test needs, or that no import names. */
const EVERYTHING =
  /^(package(-lock)?\.json|[^/]*\.json|vitest\.config\.ts|apps\/[^/]+\/package\.json|packages\/[^/]+\/package\.json|apps\/server\/migrations\/|apps\/server\/src\/(testing|platform\/(database|http))\/|e2e\/harness\/|tools\/scripts\/lib\/)/;
/** Files that put all modules or all pages together: they change with none of them alone. */
const ROOFS =
  /^apps\/server\/src\/(app|modules|parts|sockets|housekeeping|main)\.ts$|^apps\/server\/src\/(demo|startup|testing)\/|^apps\/web\/src\/(main\.tsx$|app\/(App|router|pages|administration|layouts)\.tsx?$|testing\/)/;
/** Tests that run with any change of the server: access rights, and the lesson as a whole. */
const ALWAYS_FOR_SERVER = /^apps\/server\/src\/((access-walk|forged-ids)\.pg\.test\.ts$|modules\/lesson\/live\/live\.proof\.test\.ts$)/;
/** Tests that run with any change, since they read the sources as text. */
const ALWAYS = /^tools\/(house-rules\/house-rules|changed\/choose-tests)\.test\.ts$/;

/** Lists of all that there is: what changes in one entry changes none of the others. */
const REGISTRIES = /^packages\/contract\/src\/(contract|messages\/en)\.ts$/;

/** Files that every room needs, or that need every room: a change of one is a change of all journeys. */
const BELOW_ALL = /^apps\/web\/src\/(app|styles|theme)\/|^apps\/server\/src\/[^/]+\.ts$/;

const isTest = (path: string): boolean => /\.(test\.tsx?|journey\.ts)$/.test(path);
const limits: Limits = {
  isTest,
  isRoof: (path) => ROOFS.test(path) && !isTest(path),
  isRegistry: (path) => REGISTRIES.test(path),
  // messages are asked for by key, and a failure is named by its code
  isKeyed: (path, name) => isCatalogue(path) || (path === 'packages/contract/src/errors.ts' && name !== 'COMMON_ERRORS'),
};

/** The module of the server that a file belongs to: its tests go through its endpoints, not through what it imports. */
const moduleOf = (path: string): string | null => /^apps\/server\/src\/modules\/[^/]+\/[^/]+\//.exec(path)?.[0] ?? null;
/** The room that a file's tests stand for, when the file itself changed. */
const roomOf = (path: string): string | null =>
  moduleOf(path) ??
  /^(?:apps\/server\/src\/platform\/[^/]+|apps\/web\/src\/(?:features\/[^/]+\/[^/]+|ui\/[^/]+|[^/]+)|packages\/[^/]+\/src\/[^/]+|tools\/[^/]+)\//.exec(
    path,
  )?.[0] ??
  null;
/** The room whose tests go through the texts of all catalogues. */
const ROOM_OF_MESSAGES = 'packages/contract/src/messages/';
/** The name by which a journey says that it walks through a file's room. */
const walkedRoomOf = (path: string): string | null =>
  /^apps\/(?:server\/src\/modules\/[^/]+|web\/src\/features\/[^/]+|web\/src)\/([^/]+)\//.exec(path)?.[1] ?? null;
/** A test of a whole page: it opens the app, and takes nothing from the feature that it is about. */
const opensApp = ({ imports }: Source): boolean => imports.some(({ file }) => file === 'apps/web/src/testing/open-app.tsx');

/** Returns the text that a file had before the change, or null where there was none. */
export type TextBefore = (path: string) => string | null;

/**
 * Chooses the tests that a change can affect: those that use a changed name by any detour, those of the rooms that a
 * changed file belongs to, all tests of a module of the server that is reached, and the journeys through a room that is
 * reached. `changed` are paths from the root; without `textBefore` everything in a changed file counts as changed.
 */
export function chooseTests(changed: readonly string[], sources: readonly Source[], textBefore: TextBefore = () => null): Choice {
  return chooseBy(changed, sources, (source) => {
    const before = textBefore(source.path);
    return before === null ? everyKeyIn(source) : compareTexts(source.path, before, source.text, (name) => limits.isKeyed(source.path, name));
  });
}

/** A file of keys alone changes in every key; for any other the whole file counts. */
function everyKeyIn({ path, program }: Source): Difference | null {
  const keyed = keyedIn(path, program);
  return keyed.length > 0 && keyed.length === cutPieces(program).all.length ? { ...noDifference, keys: new Map(keyed) } : null;
}

const keyedIn = (path: string, program: unknown): (readonly [name: string, keys: ReadonlySet<string>])[] =>
  cutPieces(program).all.flatMap(({ names: [name], entries }) =>
    name !== undefined && entries && limits.isKeyed(path, name) ? [[name, new Set(entries.flatMap(({ key }) => key ?? []))] as const] : [],
  );

/** Chooses the tests for each single declaration of a file, or each single key, as if nothing else in it changed. */
export function chooseForEach(path: string, sources: readonly Source[]): Choice[] {
  const source = sources.find((one) => one.path === path);
  if (!source) return [];
  const keyed = keyedIn(path, source.program);
  const inKeys = keyed.flatMap(([name, keys]) => [...keys].map((key) => ({ ...noDifference, keys: new Map([[name, new Set([key])]]) })));
  const names = cutPieces(source.program).all.flatMap((piece) => piece.names.slice(0, 1));
  const inNames = names.filter((name) => keyed.every(([one]) => one !== name)).map((name) => ({ ...noDifference, locals: new Set([name]) }));
  return [...inKeys, ...inNames].map((difference) => chooseBy([path], sources, () => difference));
}

function chooseBy(changed: readonly string[], sources: readonly Source[], differenceIn: DifferenceIn): Choice {
  const reason = changed.find((path) => EVERYTHING.test(path));
  if (reason !== undefined) return { all: true, because: reason };
  const reached = findReached(changed, sources, limits, differenceIn);
  const product = [...reached].filter((path) => !isTest(path) && !path.includes('/testing/'));
  const ownRooms = new Set(
    changed.filter((path) => reached.has(path)).flatMap((path) => (isCatalogue(path) ? [roomOf(path), ROOM_OF_MESSAGES] : roomOf(path))),
  );
  const modules = new Set(product.map(moduleOf));
  const webRooms = new Set(product.filter((path) => path.startsWith('apps/web/')).map(roomOf));
  const walked = new Set(product.map(walkedRoomOf));
  const isServer = product.some((path) => path.startsWith('apps/server/'));
  const isBelowAll = changed.some((path) => reached.has(path) && !isTest(path) && BELOW_ALL.test(path));
  const files = sources.filter((source) => {
    const { path } = source;
    if (!isTest(path)) return false;
    if (reached.has(path) || ALWAYS.test(path)) return true;
    const journey = /^e2e\/(.+)\.journey\.ts$/.exec(path)?.[1];
    if (journey !== undefined) return isBelowAll || (journeyRooms[journey] ?? []).some((room) => walked.has(room));
    if (isServer && ALWAYS_FOR_SERVER.test(path)) return true;
    const room = roomOf(path);
    return room !== null && (ownRooms.has(room) || modules.has(room) || (opensApp(source) && webRooms.has(room)));
  });
  return { all: false, files: files.map(({ path }) => path) };
}
