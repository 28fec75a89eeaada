import { createTranslate, en } from '@classwright/contract';
import { expect, test } from 'vitest';
import { createFindings } from './findings.ts';

test('what is shown of a long value never ends within a character', () => {
  const findings = createFindings(createTranslate(en));
  for (let before = 0; before < 200; before += 1) findings.add('studentUnknown', { row: 1, column: null, value: `${'a'.repeat(before)}😀${'b'.repeat(300)}` });
  expect(findings.told.filter(({ value }) => !value.isWellFormed())).toEqual([]);
});
