import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn } from '../../base/session.ts';
import { closeApp, openApp, readyForApp, student, teacher } from '../../testing/open-app.tsx';
import { openScreen } from '../../testing/open-screen.tsx';
import { success } from '../../testing/scripted-fetch.ts';
import { StudentBar } from './StudentBar.tsx';

// the icons of pages never load
vi.mock('../../base/use-chunk.ts', () => ({ useChunk: () => null }));
beforeEach(readyForApp);
afterEach(closeApp);

test('[B1567] until its own icon is there, an entry of the menu has an empty place and no other icon that stands in', async () => {
  await openApp('/home', { 'GET /auth/me': success({ user: teacher }) }, teacher);
  const entries = within(await screen.findByRole('navigation', { name: 'Main' })).getAllByRole('link');
  expect(entries.map((entry) => [entry.textContent, entry.querySelectorAll('svg').length])).toEqual([
    ['Home', 0],
    ['Assessments', 0],
    ['Live Learning', 0],
  ]);
});

test('[B1567] the same in the bar of a student’s phone', async () => {
  openScreen(() => <StudentBar />, { address: '/home', width: 360 });
  act(() => signIn('token', student));
  const entries = within(await screen.findByRole('navigation', { name: 'Main' })).getAllByRole('link');
  expect(entries.map((entry) => [entry.textContent, entry.querySelectorAll('svg').length])).toEqual([
    ['Home', 0],
    ['Live Learning', 0],
  ]);
});
