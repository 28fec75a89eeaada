import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setScreenWidth } from '../../testing/match-media.ts';
import { address, closeApp, openApp, readyForApp, teacher } from '../../testing/open-app.tsx';
import { person } from '../../testing/people.ts';
import { success } from '../../testing/scripted-fetch.ts';

const admin = person({ rights: teacher.rights });
Object.assign(admin.menus, teacher.menus, {
  admin_settings: ['accounts', 'schools', 'levels', 'standard'].map((page) => ({ name: `The ${page}`, res_url: page })),
});
const me = { 'GET /auth/me': success({ user: admin }) };
beforeEach(readyForApp);
afterEach(() => {
  vi.useRealTimers();
  closeApp();
});
/**
 * Replaces the clock from here on, so that a pointer stays for exactly as long as a test needs, even on a busy machine.
 */
const takeClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const menu = async () => within(await screen.findByRole('navigation', { name: 'Main' }));

describe('the mini sidebar', () => {
  const openMini = () =>
    openApp('/home', { ...me, 'GET /settings/preferences': 'never' }, admin, {
      'cw.preferences': JSON.stringify({ account_id: admin.account_id, preferences: { mini_sidebar: true }, waiting: {} }),
    });

  test('[B218] has one icon per group, whose entries fly out; keys walk them, Escape gives the focus back', async () => {
    await openMini();
    const side = await menu();
    expect(side.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Home', 'Assessments', 'Live Learning']);
    const lists = side.getByRole('button', { name: 'Lists' });
    await userEvent.click(lists);
    await side.findByRole('group', { name: 'Lists' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('The levels'));
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('The standard');
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(lists);
    expect(side.queryByRole('group')).toBeNull();
    // a mouse that arrived, pressed and stays there does not open it again
    takeClock();
    fireEvent.pointerEnter(lists.closest('li') as HTMLElement, { pointerType: 'mouse' });
    fireEvent.pointerDown(lists, { pointerType: 'mouse' });
    fireEvent.click(lists);
    fireEvent.keyDown(side.getByRole('group', { name: 'Lists' }), { key: 'Escape' });
    await pass(260);
    expect(side.queryByRole('group')).toBeNull();
  });

  test('[K459] a mouse that stays on a group for 200 ms opens it, and it goes with the mouse; the focus stays where it was', async () => {
    await openMini();
    const side = await menu();
    const lists = side.getByRole('button', { name: 'Lists' });
    const before = document.activeElement;
    const place = lists.closest('li') as HTMLElement;
    takeClock();
    fireEvent.pointerEnter(place, { pointerType: 'mouse' });
    await pass(199);
    fireEvent.pointerLeave(place, { pointerType: 'mouse' });
    await pass(300);
    expect(side.queryByRole('group')).toBeNull(); // only passed by
    fireEvent.pointerEnter(place, { pointerType: 'mouse' });
    await pass(199);
    expect(side.queryByRole('group')).toBeNull();
    await pass(1);
    expect(side.getByRole('group', { name: 'Lists' })).toBeDefined();
    expect(document.activeElement).toBe(before);
    fireEvent.pointerLeave(place, { pointerType: 'mouse' });
    await pass(300);
    expect(side.queryByRole('group')).toBeNull();
    fireEvent.pointerEnter(place, { pointerType: 'touch' });
    await pass(260);
    expect(side.queryByRole('group')).toBeNull();
  });

  test('going to an entry closes it and marks its group', async () => {
    await openMini();
    const side = await menu();
    await userEvent.click(side.getByRole('button', { name: 'School' }));
    await userEvent.click(await side.findByRole('link', { name: 'The schools' }));
    await waitFor(() => expect(address()).toBe('/schools'));
    expect(side.queryByRole('group')).toBeNull();
    expect(side.getByRole('button', { name: 'School' }).getAttribute('aria-current')).toBe('true');
  });
});

test('[B220] on a phone staff have five places at the bottom; More opens the whole menu', async () => {
  setScreenWidth(360);
  await openApp('/home', me, admin);
  const bar = await menu();
  expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Home', 'The accounts', 'Assessments', 'Live Learning']);
  await userEvent.click(bar.getByRole('button', { name: 'More' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Menu' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Lists' }));
  await userEvent.click(sheet.getByRole('link', { name: 'The levels' }));
  await waitFor(() => expect(address()).toBe('/levels'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('[B221] single keys', () => {
  test.each([
    ['/home', 'Quick search', 'searchbox'],
    ['/nowhere', 'Search pages', 'combobox'],
  ])('/ on %s leads to %s: the page’s own search, else everybody’s', async (path, name, role) => {
    await openApp(path, me, admin);
    await screen.findByRole('combobox', { name: 'Search pages' });
    const search = await screen.findByRole(role, { name });
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(search);
    await userEvent.keyboard('a/');
    expect(search).toHaveProperty('value', 'a/');
  });

  test('do nothing once they are switched off', async () => {
    await openApp('/home', { ...me, 'GET /settings/preferences': 'never' }, admin, {
      'cw.preferences': JSON.stringify({ account_id: admin.account_id, preferences: { shortcuts: false }, waiting: {} }),
    });
    await screen.findByRole('combobox', { name: 'Search pages' });
    await screen.findByRole('searchbox', { name: 'Quick search' });
    await userEvent.keyboard('/');
    expect(document.activeElement).toBe(document.body);
  });
});
