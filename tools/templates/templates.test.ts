import { readFileSync } from 'node:fs';
import { readRows } from '@classwright/server/platform/spreadsheets/index';
import { expect, test } from 'vitest';
import { accountTemplateFile, plainAccountTemplate, plainQuestionTemplate, questionTemplateFile } from './plain-templates.ts';

async function cellsOf(bytes: Buffer): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const batch of readRows(bytes)) rows.push(...batch.map(({ cells }) => cells));
  return rows;
}

test('the account template that the web app serves has the columns that the import reads (node tools/templates/write.ts)', async () => {
  const served = await cellsOf(readFileSync(accountTemplateFile));
  expect(served).toEqual([['First Name', 'Last Name', 'Email', 'Phone Number', 'School', 'Account Type', 'Role']]);
  expect(served).toEqual(await cellsOf(await plainAccountTemplate()));
});

test('[Q032] the question template that the web app serves has the columns that the import reads', async () => {
  const [titles, ...rows] = await cellsOf(readFileSync(questionTemplateFile));
  expect(rows).toEqual([]);
  expect(titles).toEqual(
    expect.arrayContaining([
      'Title',
      'Question',
      'Type',
      'Cluster',
      'Standard',
      'Subject',
      'Grade',
      'Tags',
      'Published State',
      'A',
      'B',
      'Correct',
      'Points',
      'A Match Level',
      'A Valid',
      'A Description',
    ]),
  );
  expect([titles]).toEqual(await cellsOf(await plainQuestionTemplate()));
});
