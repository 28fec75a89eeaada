import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { setScreenWidth } from '../../testing/match-media.ts';
import { address, closeApp, openApp, readyForApp, teacher } from '../../testing/open-app.tsx';
import { success } from '../../testing/scripted-fetch.ts';

beforeEach(readyForApp);
afterEach(closeApp);

const field = () => screen.findByRole('combobox', { name: 'Search pages' });
const found = () => screen.queryByRole('listbox', { name: 'Found' });
const options = () => {
  const list = found();
  return list
    ? within(list)
        .queryAllByRole('option')
        .map((option) => option.textContent)
    : [];
};
const marked = async () => document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('the search box', () => {
  test('[K058] [K064] lists the entries that match, and the chosen one is gone to', async () => {
    await openApp('/home', {}, teacher);
    await userEvent.click(await field());
    expect(options()).toEqual(['Home', 'NotificationsHome', 'Live LearningLessons', 'AssessmentsLessons']);
    await userEvent.keyboard('ass');
    expect(options()).toEqual(['AssessmentsLessons']);
    await userEvent.click(screen.getByRole('option', { name: /^Assessments/ }));
    expect(await screen.findByRole('heading', { name: 'Assessments' })).toBeTruthy();
    expect(address()).toBe('/assessments');
    expect(options()).toEqual([]);
    expect(((await field()) as HTMLInputElement).value).toBe('');
  });

  test('[K065] says in the specified words when nothing matches', async () => {
    await openApp('/home', {}, teacher);
    await userEvent.type(await field(), 'astronomy');
    expect(screen.getByText('No data found. please search with more related word.')).toBeTruthy();
    expect(screen.queryByRole('listbox')).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(address()).toBe('/home');
  });

  test.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])('%s leads there; arrows walk round, Enter goes, Escape leaves', async (keys) => {
    await openApp('/home', {}, teacher);
    await field();
    await userEvent.keyboard(keys);
    expect(document.activeElement).toBe(await field());
    expect(await marked()).toBe('Home');
    await userEvent.keyboard('{ArrowUp}');
    expect(await marked()).toBe('AssessmentsLessons');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(await marked()).toBe('NotificationsHome');
    await userEvent.keyboard('{Escape}');
    expect(options()).toEqual([]);
    await userEvent.keyboard(`${keys}{ArrowUp}{Enter}`);
    await waitFor(() => expect(address()).toBe('/assessments'));
  });

  test('on a phone is a button that opens it, and is closed by going somewhere', async () => {
    setScreenWidth(360);
    await openApp('/home', {}, teacher);
    await userEvent.click(await screen.findByRole('button', { name: 'Search pages' }));
    expect(document.activeElement).toBe(await field());
    expect(options()).toHaveLength(4);
    await userEvent.keyboard('assess{Enter}');
    await waitFor(() => expect(address()).toBe('/assessments'));
    expect(document.querySelector('dialog')).toBeNull();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(screen.getByRole('dialog', { name: 'Search' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
  });
});

test('[K059] the bell shows its empty state, and gives the focus back', async () => {
  await openApp('/home', {}, teacher);
  const bell = await screen.findByRole('button', { name: 'Notifications' });
  await userEvent.click(bell);
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Notifications' }).textContent).toContain('Nothing new'));
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(bell);
  await userEvent.click(bell);
  await userEvent.click(await field());
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('[K061] [K069] the module launcher', () => {
  const launcher = (...modules: string[]) => ({
    'GET /settings/school': success({ launcher: modules.map((module) => ({ module, url: `https://${module}.school.test/` })) }),
  });

  test('leads to the addresses that the school has set up, each in a window of its own', async () => {
    await openApp('/home', launcher('mail', 'drive'), teacher);
    await userEvent.click(await screen.findByRole('button', { name: 'Modules' }));
    const links = within(screen.getByRole('dialog', { name: 'Modules' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['Mail', 'https://mail.school.test/', '_blank'],
      ['Drive', 'https://drive.school.test/', '_blank'],
    ]);
  });

  test('[K070] [K071] [K072] opens our own pages here, and the mail program', async () => {
    const own = [
      ['mail', 'mailto:'],
      ['store', '/store'],
      ['calendar', '/calendar'],
      ['drive', '/files'],
    ].map(([module, url]) => ({ module, url, target: null }));
    await openApp('/home', { 'GET /settings/school': success({ launcher: own }) }, teacher);
    await userEvent.click(await screen.findByRole('button', { name: 'Modules' }));
    const links = within(screen.getByRole('dialog', { name: 'Modules' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['Mail', 'mailto:', null],
      ['Store', '/store', null],
      ['Calendar', '/calendar', null],
      ['Drive', '/files', null],
    ]);
  });

  test('is absent where there is none', async () => {
    const { calls } = await openApp('/home', launcher(), teacher);
    await waitFor(() => expect(calls.some(({ path }) => path === '/settings/school')).toBe(true));
    await screen.findByRole('button', { name: 'Notifications' });
    expect(screen.queryByRole('button', { name: 'Modules' })).toBeNull();
  });
});
