import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { scriptFetch, success, type Reply } from '../../../testing/scripted-fetch.ts';
import { FirstSteps } from './FirstSteps.tsx';

beforeEach(readyForScreen);
afterEach(() => {
  localStorage.clear();
  closeScreen();
});

const steps = [
  { step: 'school', is_done: true },
  { step: 'levels', is_done: false },
  { step: 'people', is_done: false },
];
const open = (reply: Reply = success({ steps })) => {
  const calls = scriptFetch({ 'GET /settings/first-steps': reply, 'PUT /settings/preferences': 'offline', 'GET /settings/preferences': 'offline' });
  openScreen(FirstSteps, { address: '/home', rights: ['accounts:create'] });
  return calls;
};

test('[B300] says of each step whether it is done, and leads on to where it is', async () => {
  open();
  expect((await screen.findByRole('heading', { name: /First steps for your school/ })).textContent).toContain('1 of 3 done');
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items[0]).toBe('School created, Done');
  expect(items[1]).toContain('Class levels, Still to do');
  expect(screen.getByRole('link', { name: 'Class levels' }).getAttribute('href')).toBe('/levels');
  expect(screen.getByRole('link', { name: 'Teachers and students' }).getAttribute('href')).toBe('/accounts?import=true');
});

test('[B300] can be put away, and brought back, with the focus on what takes it back', async () => {
  const calls = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  const back = await screen.findByRole('button', { name: 'First steps: 1 of 3 done' });
  expect(screen.queryByRole('list')).toBeNull();
  expect(document.activeElement).toBe(back);
  await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ first_steps: false }));
  await userEvent.click(back);
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Dismiss' }));
});

test.each([
  ['all is done', success({ steps: steps.map(({ step }) => ({ step, is_done: true })) })],
  ['it cannot be asked', 'offline' as Reply],
])('nothing stands there when %s', async (_when, reply) => {
  const calls = open(reply);
  await waitFor(() => expect(calls.some(({ path }) => path === '/settings/first-steps')).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.body.textContent).toBe('');
});
