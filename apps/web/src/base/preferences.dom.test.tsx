import { DEFAULT_PREFERENCES } from '@classwright/contract/people/profiles/shell-preferences';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeApp, openApp, readyForApp, teacher } from '../testing/open-app.tsx';
import { success, type Reply } from '../testing/scripted-fetch.ts';

beforeEach(readyForApp);
afterEach(closeApp);

const stored = (preferences: object): Reply => success({ preferences: { ...DEFAULT_PREFERENCES, ...preferences } });
const kept = (preferences: object, account_id = teacher.account_id) => ({
  'cw.preferences': JSON.stringify({ account_id, preferences: { ...DEFAULT_PREFERENCES, ...preferences }, waiting: {} }),
});
const frame = async () => (await screen.findByRole('navigation', { name: 'Main' })).parentElement as HTMLElement;
const panel = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Account of Ada Byron' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Appearance' }));
  return within(await screen.findByRole('dialog', { name: 'Appearance' }));
};

describe('the settings panel', () => {
  test('[K077] [K078] [K081] [K082] each choice is seen at once and sent to the account', async () => {
    let preferences: object = {};
    const { calls } = await openApp(
      '/home',
      {
        'GET /settings/preferences': () => stored(preferences),
        'PUT /settings/preferences': ({ body }) => {
          preferences = { ...preferences, ...(body as object) };
          return stored(preferences);
        },
      },
      teacher,
    );
    const shown = await panel();
    await userEvent.click(shown.getByRole('radio', { name: 'Teal' }));
    await userEvent.click(shown.getByRole('checkbox', { name: 'Sidebar gradient' }));
    await userEvent.click(shown.getByRole('checkbox', { name: 'Mini sidebar' }));
    expect(shown.queryByRole('radio', { name: 'Hills' })).toBeNull();
    await userEvent.click(shown.getByRole('checkbox', { name: 'Sidebar image' }));
    await userEvent.click(shown.getByRole('radio', { name: 'Hills' }));
    expect((await frame()).dataset).toMatchObject({ color: 'teal', gradient: 'true', mini: 'true', image: 'hills' });
    const chosen = { sidebar_color: 'teal', sidebar_gradient: true, mini_sidebar: true, sidebar_image: true, sidebar_image_choice: 'hills' };
    await waitFor(() => expect(preferences).toEqual(chosen));
    expect(calls.filter(({ method }) => method === 'PUT').every(({ headers }) => headers.get('authorization') === 'Bearer token-1')).toBe(true);
  });

  test('[K080] has the dark mode switch, which is kept with the account too', async () => {
    await import('../color-scheme.ts' as string); // a script of its own, no module
    const { calls } = await openApp(
      '/home',
      { 'GET /settings/preferences': stored({}), 'PUT /settings/preferences': ({ body }) => stored(body as object) },
      teacher,
    );
    await userEvent.click((await panel()).getByRole('checkbox', { name: 'Dark mode' }));
    await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ dark_mode: true }));
    expect(localStorage.getItem('cw.color-mode')).toBe('dark');
  });

  test('without a connection a choice holds on this device and goes out when there is one again', async () => {
    let reply: Reply = 'offline';
    const { calls } = await openApp('/home', { 'GET /settings/preferences': () => reply, 'PUT /settings/preferences': () => reply }, teacher);
    const shown = await panel();
    await userEvent.click(shown.getByRole('radio', { name: 'Blue' }));
    expect((await frame()).dataset['color']).toBe('blue');
    expect(await shown.findByText(/Saved on this device/)).toBeTruthy();
    reply = stored({ sidebar_color: 'blue' });
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(shown.queryByText(/Saved on this device/)).toBeNull());
    expect(calls.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({ sidebar_color: 'blue' });
  });
});

describe('the look of the sidebar', () => {
  test('is right at the first paint, before the server has said anything', async () => {
    await openApp('/home', { 'GET /settings/preferences': 'never' }, teacher, kept({ sidebar_color: 'violet', mini_sidebar: true }));
    expect((await frame()).dataset).toMatchObject({ color: 'violet', mini: 'true' });
  });

  test('follows what was chosen on another device', async () => {
    await openApp('/home', { 'GET /settings/preferences': stored({ sidebar_color: 'green' }) }, teacher, kept({ sidebar_color: 'violet' }));
    const shell = await frame();
    await waitFor(() => expect(shell.dataset['color']).toBe('green'));
  });

  test('is one person’s: the next one on this device has their own', async () => {
    await openApp('/home', { 'GET /settings/preferences': 'never' }, teacher, kept({ sidebar_color: 'violet' }, 99));
    expect((await frame()).dataset['color']).toBe('plain');
  });
});
