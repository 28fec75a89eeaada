import { globSync, existsSync } from 'node:fs';
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

test('a change in one module asks for its tests, for those of modules that need it, and for who may do what', () => {
  const files = choose('apps/server/src/modules/students/queries.ts');
  expect(files).toContain('apps/server/src/access-walk.pg.test.ts');
  expect(files).toContain('e2e/accounts.journey.ts');
  expect(files.some((path) => path.startsWith('apps/server/src/modules/students/'))).toBe(true);
  expect(files.some((path) => path.startsWith('apps/server/src/modules/question-formats/'))).toBe(false);
  expect(files).not.toContain('e2e/join-lesson.journey.ts');
});

test('a change of a rule reaches the modules and screens that need it, on both sides', () => {
  const files = choose('packages/rules/src/live/lesson-state.ts');
  expect(files.some((path) => path.startsWith('apps/server/src/modules/live/') && path.endsWith('.proof.test.ts'))).toBe(true);
  expect(files.some((path) => path.startsWith('apps/web/src/join/'))).toBe(true);
  expect(files).toContain('e2e/join-lesson.journey.ts');
  expect(files.some((path) => path.startsWith('apps/web/src/features/access/'))).toBe(false);
});

test('a screen of one feature asks for that feature, not for those beside it', () => {
  const files = choose('apps/web/src/features/audit/AuditScreen.tsx');
  expect(files).toContain('e2e/access.journey.ts');
  expect(files.some((path) => path.startsWith('apps/web/src/features/accounts/'))).toBe(false);
  expect(files.some((path) => path.startsWith('apps/server/'))).toBe(false);
});

test('the ground floor of the web asks for every journey, a page of the documentation for the rules of the house alone', () => {
  const journeys = sources.filter(({ path }) => path.endsWith('.journey.ts')).length;
  expect(choose('apps/web/src/app/router.tsx').filter((path) => path.endsWith('.journey.ts'))).toHaveLength(journeys);
  expect(choose('docs/glossary.md').every((path) => /^tools\/(house-rules|changed)\//.test(path))).toBe(true);
});

test('a changed test runs by itself', () => {
  const [path] = sources.map((source) => source.path).filter((file) => /modules\/audit\/.*\.pg\.test\.ts$/.test(file));
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
    ['apps/server/src/modules', 'apps/web/src/features', 'apps/web/src'].some((folder) => existsSync(`${repository}${folder}/${name}`));
  expect([...new Set(Object.values(journeyRooms).flat())].filter((name) => !isRoom(name))).toEqual([]);
});
