import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Selects an option by name from a field's suggestions. */
export async function choose(field: HTMLElement, option: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('option', { name: option }));
}
