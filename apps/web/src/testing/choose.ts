import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Chooses what a field offers while one types, by name. */
export async function choose(field: HTMLElement, option: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('option', { name: option }));
}
