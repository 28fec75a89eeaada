import { describe, expect, test } from 'vitest';
import { computeSpread, countLines, findRepeated, kindOf, listCodeLines, partOf, testKindOf } from './count.ts';

describe('every file is of one kind', () => {
  test.each([
    ['apps/server/src/modules/class/classes/queries.ts', 'product'],
    ['tools/scripts/start.mjs', 'product'],
    ['packages/contract/src/messages/calendar.ts', 'messages'],
    ['packages/contract/src/class/calendar/messages.ts', 'messages'],
    ['packages/contract/src/languages/es.json', 'messages'],
    ['apps/web/src/ui/plain/Button.module.css', 'styles'],
    ['apps/server/migrations/0001_first.sql', 'migrations'],
    ['apps/server/src/app.pg.test.ts', 'tests'],
    ['apps/server/src/testing/app.ts', 'tests'],
    ['e2e/harness/person.ts', 'tests'],
    ['tools/bench/answers.bench.ts', 'tests'],
    ['packages/contract/calls.gen.json', 'generated'],
    ['docs/house.md', null],
    ['apps/server/package.json', null],
    ['vitest.config.ts', null],
  ])('%s is %s', (path, kind) => {
    expect(kindOf(path)).toBe(kind);
  });

  test.each([
    ['packages/rules/src/round.test.ts', 'unit'],
    ['apps/server/src/app.pg.test.ts', 'database'],
    ['apps/server/src/live.proof.test.ts', 'database'],
    ['apps/web/src/a.dom.test.tsx', 'DOM'],
    ['e2e/lesson.journey.ts', 'journeys'],
    ['e2e/harness/person.ts', null],
  ])('the tests of %s are %s', (path, kind) => {
    expect(testKindOf(path)).toBe(kind);
  });

  test('the parts are the packages, and tools', () => {
    expect(['apps/server/src/a.ts', 'packages/rules/src/a.ts', 'tools/a.ts'].map(partOf)).toEqual(['server', 'rules', 'tools']);
  });
});

describe('lines', () => {
  test('a last line counts with and without its line break', () => {
    expect([countLines(''), countLines('a\n'), countLines('a\nb'), countLines('a\n\n')]).toEqual([0, 1, 2, 2]);
  });

  test('comments and blank lines are no code; what looks like a comment in a text is', () => {
    const text = "/** Says. */\nexport const a = 'http://b'; // why\n\n/*\n * more\n */\nconst c = `\n// kept\n`;\n";
    expect(listCodeLines({ path: 'a.ts', text })).toEqual(["export const a = 'http://b';", 'const c = `', '// kept', '`;']);
    expect(listCodeLines({ path: 'a.css', text: '/* a\n b */\n.c {\n  d: e;\n}\n' })).toEqual(['.c {', 'd: e;', '}']);
    expect(() => listCodeLines({ path: 'a.ts', text: 'const = 1' })).toThrow('a.ts: ');
  });

  test('a spread names the number that half, 90% and 99% do not exceed', () => {
    const numbers = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(computeSpread(numbers)).toEqual({ median: 50, p90: 90, p99: 99, largest: 100 });
    expect(computeSpread([7])).toEqual({ median: 7, p90: 7, p99: 7, largest: 7 });
    expect(computeSpread([])).toEqual({ median: 0, p90: 0, p99: 0, largest: 0 });
  });
});

describe('repeated lines', () => {
  const block = ['const a = 1;', 'const b = 2;', 'const c = 3;'];

  test('a block that is in two files counts in both, each line once', () => {
    const files = [
      { path: 'a.ts', code: ["import x from 'y';", ...block, '}', 'const d = 4;', 'only here;'] },
      { path: 'b.ts', code: [...block, '});', 'const d = 4;'] },
    ];
    expect(findRepeated(files, 3)).toEqual({
      lines: 8,
      files: [
        { path: 'a.ts', lines: 4 },
        { path: 'b.ts', lines: 4 },
      ],
    });
  });

  test('a block that is twice in one file counts; one that is shorter, or once, does not', () => {
    expect(findRepeated([{ path: 'a.ts', code: [...block, 'between;', ...block] }], 3).lines).toBe(6);
    expect(
      findRepeated(
        [
          { path: 'a.ts', code: block.slice(1) },
          { path: 'b.ts', code: block.slice(1) },
        ],
        3,
      ),
    ).toEqual({ lines: 0, files: [] });
    expect(findRepeated([{ path: 'a.ts', code: block }], 3).lines).toBe(0);
  });
});
