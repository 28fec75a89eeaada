import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configStore } from '../../../../base/config.ts';
import { closeScreen, openScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { ConnectGoogleScreen } from './ConnectGoogleScreen.tsx';

beforeEach(readyForScreen);
afterEach(() => {
  configStore.set(null);
  closeScreen();
});
const open = (rights: string[], classroom = false) => {
  configStore.set({ classroom } as never);
  openScreen(() => <ConnectGoogleScreen />, { address: '/there', path: '/there', rights });
};

test('[B2429] an administrator reads what it does and what to register; names of settings are folded', async () => {
  open(['school-settings:edit']);
  await screen.findByRole('heading', { level: 1, name: 'Connect Google Classroom' });
  expect(screen.getByText(`${location.origin}/sync-connect`)).toBeDefined();
  const settings = screen.getByText(/GOOGLE_CLIENT_ID/);
  expect(settings.closest('details')?.open).toBe(false);
  const unfolded = document.body.cloneNode(true) as HTMLElement;
  unfolded.querySelector('details')?.remove();
  expect(unfolded.textContent).not.toMatch(/[A-Z]+_[A-Z]+/);
});

test('[B2429] nobody else has this page, nor an administrator once it is set up', async () => {
  open([]);
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
  closeScreen();
  readyForScreen();
  open(['school-settings:edit'], true);
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
});
