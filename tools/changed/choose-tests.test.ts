import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { readSources, repository } from '../house-rules/source.ts';
import { chooseTests } from './choose-tests.ts';
import { journeyRooms } from './journeys.ts';

const sources = readSources();
const choose = (...changed: string[]): readonly string[] => {
  const choice = chooseTests(changed, sources);
  return choice.all ? ['everything'] : choice.files;
};
/** The tests for a change of one file in one place, as if it had said something else there before. */
const chooseFor = (changed: string, now: RegExp, before: string): readonly string[] => {
  const text = sources.find(({ path }) => path === changed)?.text ?? '';
  expect(text).toMatch(now);
  const choice = chooseTests([changed], sources, () => text.replace(now, before));
  return choice.all ? ['everything'] : choice.files;
};

test('a change in one module asks for its tests, for those of modules that need it, and for who may do what', () => {
  const files = choose('apps/server/src/modules/class/students/queries.ts');
  expect(files).toContain('apps/server/src/access-walk.pg.test.ts');
  expect(files).toContain('apps/server/src/modules/lesson/live/live.proof.test.ts');
  expect(files).toContain('e2e/accounts.journey.ts');
  expect(files.some((path) => path.startsWith('apps/server/src/modules/class/students/'))).toBe(true);
  expect(files.some((path) => path.startsWith('apps/server/src/modules/bank/question-formats/'))).toBe(false);
  expect(files).not.toContain('e2e/join-lesson.journey.ts');
});

test('a change of a rule reaches the modules and screens that need it, on both sides', () => {
  const files = choose('packages/rules/src/live/lesson-state.ts');
  expect(files.some((path) => path.startsWith('apps/server/src/modules/lesson/live/') && path.endsWith('.proof.test.ts'))).toBe(true);
  expect(files.some((path) => path.startsWith('apps/web/src/join/'))).toBe(true);
  expect(files).toContain('e2e/join-lesson.journey.ts');
  expect(files.some((path) => path.startsWith('apps/web/src/features/people/access/'))).toBe(false);
});

test('a screen of one feature asks for that feature, not for those beside it', () => {
  const files = choose('apps/web/src/features/overview/audit/AuditScreen.tsx');
  expect(files).toContain('e2e/access.journey.ts');
  expect(files.some((path) => path.startsWith('apps/web/src/features/people/accounts/'))).toBe(false);
  // only those files of the server that read the web’s sources as text
  expect(files.filter((path) => path.startsWith('apps/server/') && !path.endsWith('is-one-definition.test.ts'))).toEqual([]);
});

test('the ground floor of the web asks for every journey, a page of the documentation for the rules of the house alone', () => {
  const journeys = sources.filter(({ path }) => path.endsWith('.journey.ts')).length;
  expect(choose('apps/web/src/app/router.tsx').filter((path) => path.endsWith('.journey.ts'))).toHaveLength(journeys);
  expect(choose('docs/glossary.md').every((path) => /^tools\/(house-rules|changed)\//.test(path))).toBe(true);
});

const CALENDAR = ['apps/web/src/features/class/calendar/calendar.dom.test.tsx', 'e2e/class-names.journey.ts'];

test('a line of a call asks for the module that answers it, the screen that calls it, and the walks over all calls', () => {
  const files = chooseFor('packages/contract/src/class/calendar/calls.ts', /MOST_CALENDAR_DAYS = \d+/, 'MOST_CALENDAR_DAYS = 7');
  expect(files).toEqual(expect.arrayContaining([...CALENDAR, 'apps/server/src/modules/class/calendar/calendar.pg.test.ts']));
  expect(files).toContain('apps/server/src/unknown-query.pg.test.ts');
  expect(files).not.toContain('apps/server/src/modules/people/access/access.pg.test.ts');
  expect(files.length).toBeLessThan(60);
});

test('a message asks for the screen that shows it', () => {
  const files = chooseFor('packages/contract/src/class/calendar/messages.ts', /'calendar\.state\.missed': '[^']+'/, "'calendar.state.missed': 'Late'");
  expect(files).toEqual(expect.arrayContaining([...CALENDAR, 'packages/contract/src/messages/isolation.test.ts']));
  expect(files.some((path) => path.endsWith('.pg.test.ts'))).toBe(false);
  expect(files.length).toBeLessThan(40);
});

test('the code of a failure asks for the places that name it', () => {
  const files = chooseFor('packages/contract/src/errors.ts', /STORE_SOLD_OUT: \{ status: \d+ \}/, 'STORE_SOLD_OUT: { status: 400 }');
  expect(files).toEqual(
    expect.arrayContaining([
      'apps/server/src/modules/school/rewards/store/store.pg.test.ts',
      'apps/web/src/features/school/rewards/rewards.dom.test.tsx',
      'e2e/rewards.journey.ts',
    ]),
  );
  expect(files.length).toBeLessThan(60);
});

test('a component of the kit asks for the tests of the screens that show it, and for no test of the server', () => {
  const files = choose('apps/web/src/ui/plain/Button.tsx');
  expect(files).toContain('apps/web/src/features/class/calendar/calendar.dom.test.tsx');
  expect(files.filter((path) => /\.(pg|proof)\.test\.ts$/.test(path))).toEqual([]);
});

test('a comment asks for nothing but the rules of the house and what reads sources as texts', () => {
  const files = chooseFor('packages/contract/src/class/calendar/calls.ts', /The maximum number of days in a call/, 'The largest number of days in a call');
  expect(files.filter((path) => /\.(pg|proof|dom)\.test\.tsx?$|\.journey\.ts$/.test(path))).toEqual([]);
});

test('a changed test runs by itself', () => {
  const [path] = sources.map((source) => source.path).filter((file) => /modules\/overview\/audit\/.*\.pg\.test\.ts$/.test(file));
  expect(choose(path as string)).toContain(path);
});

test.each(['package-lock.json', 'vitest.config.ts', 'apps/server/migrations/0003_access.sql', 'apps/server/src/platform/http/server.ts'])(
  '%s asks for everything',
  (path) => {
    expect(choose(path)).toEqual(['everything']);
  },
);

test('every journey says which rooms it walks through, and they are there', () => {
  const journeys = globSync('e2e/*.journey.ts', { cwd: repository }).map((path) => basename(path, '.journey.ts'));
  expect(Object.keys(journeyRooms).toSorted()).toEqual(journeys.toSorted());
  const isRoom = (name: string) =>
    globSync(
      ['apps/server/src/modules/*', 'apps/web/src/features/*', 'apps/web/src'].map((folder) => `${folder}/${name}`),
      { cwd: repository },
    ).length > 0;
  expect([...new Set(Object.values(journeyRooms).flat())].filter((name) => !isRoom(name))).toEqual([]);
});
