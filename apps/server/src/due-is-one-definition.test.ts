import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = ['apps/server/src', 'apps/web/src', 'packages/contract/src', 'packages/rules/src'];
const NOT_THE_PRODUCT = /\.test\.tsx?$|\/testing\/|\/demo\/|\.gen\./;
/** Matches a due instant in a comparison, in SQL and in TypeScript. */
const COMPARES = /\bdue_?at\b(?:\.getTime\(\)|\.valueOf\(\))?\s*(?:<=?|>=?|BETWEEN\b)|(?<!=)(?:<=?|>=?)\s*(?:\w+\.)*due_?at\b/i;

/** Places that compare due instants, and why they do not decide about late and overdue. */
const ALLOWED: Readonly<Record<string, readonly [count: number, why: string]>> = {
  'packages/rules/src/grading/submissions.ts': [3, 'the definition'],
  'packages/rules/src/grading/figures.ts': [1, 'the same of a cell of the gradebook, whose mark says whether its due time counts'],
  'apps/server/src/modules/class/classwork/list-queries.ts': [1, 'lists what is due in the next seven days, for everybody'],
  'apps/server/src/modules/class/gradebook/class-queries.ts': [1, 'finds the next due instant, at which figures change'],
  'apps/server/src/modules/class/gradebook/matrix-queries.ts': [1, 'asks the definition only of work that was due before it was assigned'],
  'apps/server/src/modules/class/gradebook/files/export-queries.ts': [1, 'the same'],
  'apps/web/src/features/class/gradebook/shown-book.ts': [1, 'finds the next due instant, at which figures change'],
  'apps/server/src/modules/overview/home/queries.ts': [1, 'chooses the days that Home shows'],
  'apps/server/src/modules/class/calendar/queries.ts': [1, 'says to staff which days have passed'],
  'apps/server/src/modules/overview/dashboards/pieces-queries.ts': [1, 'the same over sums, which know how many pieces never become overdue'],
  'apps/server/src/modules/overview/records/erasure/queries.ts': [1, 'an erasure is made at that instant, and is never late'],
  'apps/server/src/modules/lesson/reviews/index.ts': [1, 'a question that is asked again opens at that instant, and is never late'],
  'apps/server/src/modules/lesson/reviews/queries.ts': [2, 'the same'],
};

test('[B1436] whether work is late or overdue is decided by the rules, and in SQL by their twin, and nowhere else', () => {
  const found: Record<string, number> = {};
  for (const folder of FOLDERS)
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const name = path.slice(ROOT.length + 1);
      if (!entry.isFile() || !/\.tsx?$/.test(name) || NOT_THE_PRODUCT.test(name) || name.includes('/lesson/outbox/')) continue;
      const lines = readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line) && COMPARES.test(line));
      if (lines.length > 0) found[name] = lines.length;
    }
  expect(found).toEqual(Object.fromEntries(Object.entries(ALLOWED).map(([name, [count]]) => [name, count])));
});
