import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Opens the menu of a row and returns the words of its acts. */
export async function openActs(row: string): Promise<(string | null)[]> {
  await userEvent.click(await screen.findByRole('button', { name: `More for ${row}` }));
  return within(screen.getByRole('menu'))
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
}

/** Chooses an act in the menu of a row. */
export async function chooseAct(row: string, words: string): Promise<void> {
  await openActs(row);
  await userEvent.click(screen.getByRole('menuitem', { name: words }));
}
