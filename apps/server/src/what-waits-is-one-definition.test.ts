import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = ['apps/server/src', 'apps/web/src', 'packages/contract/src', 'packages/rules/src'];
const NOT_THE_PRODUCT = /\.test\.tsx?$|\/testing\/|\/demo\/|\.gen\./;
/**
 * Matches a comparison of a state with a turned-in submission, or of a teacher's grade with the student's: in SQL and
 * in TypeScript.
 */
const COMPARES =
  /\bstate['"\]]*\s*(?:=|===|!==|<>)\s*'TURNED_IN'|draft_?grade\s*(?:IS (?:NOT )?DISTINCT FROM|===|!==|=|<>)\s*(?:\w+\.)*assigned_?grade|assigned_?grade\s*(?:IS (?:NOT )?DISTINCT FROM|===|!==|=|<>)\s*(?:\w+\.)*draft_?grade/i;

/** Places with such a comparison, and why they do not decide what waits for a teacher. */
const ALLOWED: Readonly<Record<string, readonly [count: number, why: string]>> = {
  'packages/rules/src/grading/submissions.ts': [5, 'the definition, and what can be handed in and returned'],
  'packages/rules/src/sync/submission-state.ts': [1, 'which state of Google Classroom is which here'],
  'apps/server/src/modules/overview/dashboards/pieces-queries.ts': [1, 'parts of all work by its state; what waits is asked of the definition'],
  'apps/server/src/modules/overview/dashboards/sums-queries.ts': [1, 'the same, summed up'],
  'apps/server/src/modules/overview/guardians/week-queries.ts': [1, 'what a student handed in within a week, for the report to guardians'],
  'apps/server/src/modules/class/gradebook/matrix-queries.ts': [1, 'the letter of a cell'],
  'apps/server/src/modules/class/submissions/outside-queries.ts': [1, 'writes what came from outside'],
  'apps/server/src/modules/class/submissions/queries.ts': [1, 'hands in'],
  'apps/server/src/modules/connections/sync/classroom/link-queries.ts': [1, 'what was handed in here and not in Google Classroom'],
  'apps/server/src/modules/connections/sync/classroom/send-grades.ts': [1, 'what Google Classroom has to be told'],
  'apps/web/src/features/class/classwork/columns.tsx': [1, 'says to a student that it was late'],
  'apps/web/src/features/class/gradebook/book.ts': [1, 'the letter of a cell'],
  'apps/web/src/features/class/submissions/staff/StudentPanel.tsx': [1, 'says of each state in the history whether it was late'],
  'apps/web/src/features/class/submissions/student/OwnAnswer.tsx': [1, 'says to a student why the answer is locked'],
};

test('[B1663] what waits for a grade or to be returned is decided by the rules, and in SQL by their twin, and nowhere else', () => {
  const found: Record<string, number> = {};
  for (const folder of FOLDERS)
    for (const entry of readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const name = path.slice(ROOT.length + 1);
      if (!entry.isFile() || !/\.tsx?$/.test(name) || NOT_THE_PRODUCT.test(name)) continue;
      const lines = readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line) && COMPARES.test(line));
      if (lines.length > 0) found[name] = lines.length;
    }
  expect(found).toEqual(Object.fromEntries(Object.entries(ALLOWED).map(([name, [count]]) => [name, count])));
});
