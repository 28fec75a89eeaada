import { en } from '@classwright/contract/messages/en';
import { manyStudents, peopleBook } from '@classwright/server/modules/school/imports/testing/people-book';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';

const patience = { timeout: 60_000 };
const button = (within: Pick<Locator, 'getByRole'>, name: string): Locator => within.getByRole('button', { name, exact: true });

journey('[L519] [L522] a school of 2,000: imported as a job that is followed to its end, with a card for everybody', async ({ bring }) => {
  const admin = await bring({ name: 'administrator' });
  const { page } = admin;
  await admin.signIn('admin@demo.school', { to: '/accounts?import=true' });
  const dialog = page.getByRole('dialog', { name: en['import.title'], exact: true });
  await dialog.waitFor(patience);
  await dialog.getByLabel(en['import.file'], { exact: true }).setInputFiles({
    name: 'everybody.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await peopleBook(manyStudents(2000, 'Rowan Bridge School')),
  });
  await dialog.getByText('2,000 new, 0 already exist, 0 with errors').waitFor(patience);
  await button(dialog, en['import.submit']).click();
  await button(dialog, en['import.importing']).waitFor(patience);
  await dialog.getByText('Import Completed with 0 errors').waitFor({ timeout: 60_000 });
  await button(dialog, en['import.printCards']).click();
  const cards = page.getByRole('dialog', { name: en['cards.title'], exact: true });
  await button(cards, en['cards.make']).click();
  await cards.getByText('2,000 cards').waitFor({ timeout: 60_000 });
  expect(await cards.getByRole('listitem').count()).toBe(2000);
  await button(cards, en['common.close']).click();
  await admin.visit('/accounts?email=many.test');
  await page.getByText('1 – 25 of 2,000').waitFor(patience);
});
