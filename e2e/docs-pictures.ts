import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';

/** True when the pictures of README and of the teachers' page are made again, with `PICTURES=docs`. */
export const makesDocsPictures = process.env['PICTURES'] === 'docs';

/** Saves the page, or only a part of it, as a picture of docs/pictures, each CSS pixel as one, where PICTURES=docs asks for it. */
export async function saveForDocs(page: Page, name: string, part?: Locator): Promise<void> {
  if (!makesDocsPictures) return;
  await page.mouse.move(640, 4); // nothing is drawn as pointed at
  await page.locator('[class*="_snack_"]').first().waitFor({ state: 'hidden', timeout: 60_000 }); // the message of the step before has gone
  const path = fileURLToPath(new URL(`../docs/pictures/${name}.png`, import.meta.url));
  await (part ?? page).screenshot({ path, animations: 'disabled', scale: 'css' });
}
