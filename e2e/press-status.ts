import type { Person } from './harness/index.ts';

/** Asks for the step of the status button by keys. It keeps the focus while a step between two forms comes up above it. */
export async function pressStatus({ page }: Pick<Person, 'page'>): Promise<void> {
  const status = page.getByRole('button', { name: /^(?:Activate|Re-Assign|Next|Finish)/ });
  await status.press('Enter', { timeout: 60_000 });
}
