import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DUTIES } from '@classwright/contract';
import { expect, test } from 'vitest';
import { repository } from '../house-rules/source.ts';
import { readTable } from './table.ts';

test('[B2805] each requirement of the operator is in exactly one duty of the page System, and no duty names another one', () => {
  const rows = readTable(readFileSync(join(repository, 'tools/asvs/requirements.tsv'), 'utf8'));
  const ofOperator = rows.filter(({ state }) => state === 'operator').map(({ id }) => id);
  expect(
    Object.values(DUTIES)
      .flatMap(({ asvs }): readonly string[] => asvs)
      .sort(),
  ).toEqual(ofOperator.sort());
});
