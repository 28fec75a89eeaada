import type { Person } from './harness/index.ts';

/**
 * Asks for the step of the status button by keys: Space where it is the filled button, otherwise Enter on it, since a
 * step of the method comes first.
 */
export async function pressStatus({ page }: Pick<Person, 'page'>): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const status = page.getByRole('button', { name: /^(?:Activate|Re-Assign|Next|Finish)/ });
  await status.waitFor({ timeout: 30_000 });
  if ((await status.getAttribute('data-next-step')) !== null) return page.keyboard.press('Space');
  await status.focus();
  return page.keyboard.press('Enter');
}
