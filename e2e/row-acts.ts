import type { Person } from './harness/index.ts';

const patience = { timeout: 60_000 };

/** Chooses an act in the menu of a row. */
export async function chooseAct({ page }: Person, row: string, words: string): Promise<void> {
  await page
    .getByRole('button', { name: `More for ${row}` })
    .first()
    .click(patience);
  await page.getByRole('menuitem', { name: words, exact: true }).click(patience);
}

/** Chooses an act in the menu of a row by keys alone: Enter opens the menu, the first letter finds the act. */
export async function chooseActByKeys({ page }: Person, row: string, words: string): Promise<void> {
  await page
    .getByRole('button', { name: `More for ${row}` })
    .first()
    .focus(patience);
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: words, exact: true }).waitFor(patience);
  for (let press = 0; press < 5 && (await page.evaluate(() => document.activeElement?.textContent)) !== words; press++)
    await page.keyboard.press(words.charAt(0).toLowerCase());
  await page.keyboard.press('Enter');
}

/** Lists the acts of a row, in its menu, and closes the menu. */
export async function listActs({ page }: Person, row: string): Promise<string[]> {
  await page
    .getByRole('button', { name: `More for ${row}` })
    .first()
    .click(patience);
  const words = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  return words;
}
