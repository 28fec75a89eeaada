import { expect, test } from 'vitest';
import { checkLengths } from './long-files.ts';

test('[B2082] a file of product code may have 500 lines; tests and generated files may have more', () => {
  const linesOf = (path: string, count: number) => ({ path, text: 'a;\n'.repeat(count) });
  const long = 'apps/server/src/modules/class/classes/queries.ts';
  const files = [linesOf('apps/web/src/a.ts', 500), linesOf('apps/web/src/a.test.ts', 501), linesOf('apps/server/src/b.gen.ts', 501), linesOf(long, 501)];
  expect(checkLengths(files)).toEqual([{ where: long, problem: 'has 501 lines, and may have 500: split it by what it is about' }]);
});
