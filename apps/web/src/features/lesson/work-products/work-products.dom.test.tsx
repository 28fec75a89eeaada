import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { signIn } from '../../../base/session.ts';
import { person } from '../../../testing/people.ts';
import { failure, scriptFetch, success, type Reply } from '../../../testing/scripted-fetch.ts';
import { UnfinishedAssessments, WorkProductsScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const ROWS = [
  { assessment_id: 7, title: 'Simple circuits', state: 'missing' },
  { assessment_id: 5, title: 'Motion under gravity', state: 'missing' },
];
const GENERATE = 'POST /student/work/product/generate/individual';
const generated = success({ work_product: {}, message: 'Work Product Generated Successfully' });

function openHome(answers: Parameters<typeof scriptFetch>[0] = {}, type: 'Student' | 'Teachers' = 'Student') {
  const calls = scriptFetch({ 'GET /assessments-unfinished': () => pageOf(ROWS), ...answers });
  openScreen(UnfinishedAssessments, { address: '/home' });
  signIn('token', person({ user_type: type }));
  return calls;
}
const table = () => screen.findByRole('table', { name: 'Work products' });
const flag = () => document.querySelector('[data-unfinished]')?.getAttribute('data-unfinished');

test('[K089] [K090] [K277] a student sees what is unfinished by number and title, each with a regenerate button', async () => {
  openHome();
  const rows = within(await table()).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['NumberTitleWork product', '1Simple circuitsRegenerate', '2Motion under gravityRegenerate']);
  expect(screen.getByRole('button', { name: 'Regenerate the work product of Simple circuits' })).toBeDefined();
  expect(flag()).toBe('Yes');
});

test('[K089] nobody else sees it, nor is it asked for; nor does a student who has all of them', async () => {
  const calls = openHome({}, 'Teachers');
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(flag()).toBeUndefined();
  closeScreen();
  readyForScreen();
  openHome({ 'GET /assessments-unfinished': () => pageOf([]) });
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(calls).toBeDefined();
});

test('[K278] [K279] regenerating disables its button, says that it went well and loads the list again', async () => {
  let rows = ROWS;
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  openHome({
    'GET /assessments-unfinished': () => pageOf(rows),
    [GENERATE]: async () => {
      await done;
      return generated;
    },
  });
  await table();
  const button = screen.getByRole('button', { name: 'Regenerate the work product of Simple circuits' });
  await userEvent.click(button);
  expect(button).toHaveProperty('disabled', true);
  rows = ROWS.slice(1);
  finish();
  expect(await screen.findByText('Work Product Generated Successfully')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Simple circuits')).toBeNull());
  expect(screen.getByText('Motion under gravity')).toBeDefined();
});

test('[K277] [K280] a regeneration that fails says so, enables the button again and sets the flag to NO, until one goes well', async () => {
  const replies = [failure(503, 'WORK_PRODUCT_FAILED'), generated];
  openHome({ [GENERATE]: () => replies.shift() ?? generated });
  await table();
  const button = screen.getByRole('button', { name: 'Regenerate the work product of Simple circuits' });
  await userEvent.click(button);
  expect(await screen.findByText(/could not be made|WORK_PRODUCT_FAILED/)).toBeDefined();
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  expect(flag()).toBe('NO');
  await userEvent.click(button);
  expect(await screen.findByText('Work Product Generated Successfully')).toBeDefined();
  await waitFor(() => expect(flag()).toBe('Yes'));
});

test('a list that cannot be loaded says so and is asked for again', async () => {
  let isUp = false;
  openHome({ 'GET /assessments-unfinished': () => (isUp ? pageOf(ROWS) : failure(422, 'VALIDATION_FAILED')) });
  const retry = await screen.findByRole('button', { name: 'Retry' });
  isUp = true;
  await userEvent.click(retry);
  expect(await table()).toBeDefined();
});

const product = (id: number, more: object = {}) => ({
  id,
  assessment_id: 7,
  title: 'Simple circuits',
  account_id: id * 10,
  name: `Student ${id}`,
  state: 'made',
  made_at: '2026-11-20T10:00:00.000Z',
  url: `/files/${id}?signature=x`,
  ...more,
});

test('staff see the products of all students with their files, and have one or all of them made again', async () => {
  const listed = pageOf([product(1), product(2, { state: 'missing', made_at: null, url: null })]) as { body: object };
  const calls = scriptFetch({
    'GET /work-products': () => ({ ...listed, body: { ...listed.body, waiting: 0, missing: 1 } }) as Reply,
    'POST /work-products/make-many': success({ message: 'Being made again.', count: 2 }),
  });
  openScreen(WorkProductsScreen, { address: '/work-products?assessment_id=7', rights: ['work-products:view', 'assessments:view'] });
  expect((await screen.findByRole('link', { name: 'Download the work product of Student 1' })).getAttribute('href')).toBe('/files/1?signature=x');
  expect(screen.queryByRole('link', { name: 'Download the work product of Student 2' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Regenerate the work product of Student 2' }));
  expect(await screen.findByText('Being made again.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Regenerate all' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Regenerate all' }));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2));
});
