import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, type Reply, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { RewardPointScreen } from './RewardPointScreen.tsx';
import { PurchasesScreen } from './store/PurchasesScreen.tsx';
import { StoreScreen } from './store/StoreScreen.tsx';

beforeEach(readyForScreen);
afterEach(closeScreen);

const withFields = (reply: Reply, fields: object): Reply => {
  const page = reply as { body: object };
  return { body: { ...page.body, ...fields } };
};
const POINTS = [
  { id: 9, type: 'From your teacher', type_key: 'gift', points: 10, reason: 'Helped a classmate', at: '2026-11-20T10:00:00.000Z', gift_id: null },
  { id: 4, type: 'Redeemed in the store', type_key: 'redeemed', points: -4, reason: 'Pencil', at: '2026-11-19T10:00:00.000Z', gift_id: null },
];

describe('reward points', () => {
  test('[K026] [K192] [L062] [L172] a student sees number, type and points, and their sum', async () => {
    scriptFetch({ 'GET /reward-point': withFields(pageOf(POINTS), { total_points: 6 }) });
    openScreen(RewardPointScreen, { address: '/reward-point', rights: ['reward-point:view', 'store:view'] });
    const table = await screen.findByRole('table', { name: 'Reward Points' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    ).toEqual(['Number', 'Type', 'Points']);
    const [, first, second] = within(table).getAllByRole('row');
    expect(first?.textContent).toContain('+10');
    expect(second?.textContent).toContain('-4');
    expect(screen.getByText('6 points')).toBeDefined();
    expect(screen.queryByRole('navigation', { name: 'Sections of this page' })).toBe(null);
  });

  test('is calm without any, and a load that fails offers Retry', async () => {
    scriptFetch({ 'GET /reward-point': withFields(pageOf([]), { total_points: 0 }) });
    openScreen(RewardPointScreen, { address: '/reward-point', rights: ['reward-point:view'] });
    await screen.findByText('No points yet');
    closeScreen();
    readyForScreen();
    scriptFetch({ 'GET /reward-point': failure(503, 'UNAVAILABLE') });
    openScreen(RewardPointScreen, { address: '/reward-point', rights: ['reward-point:view'] });
    await screen.findByRole('button', { name: 'Retry' });
  });

  test('a teacher gives points to several with a reason, and takes them back', async () => {
    const students = [
      { id: 1, first_name: 'Amara', last_name: 'Okafor', points: 5 },
      { id: 2, first_name: 'Bao', last_name: 'Nguyen', points: 0 },
    ];
    const calls = scriptFetch({
      'GET /suggest/classes': success({ data: [{ id: 7, name: 'Physics', section: '' }] }),
      'GET /reward-point/students': pageOf(students),
      'POST /reward-point/gifts': success({ message: 'Points given to each of 2 students: 5.', id: 3, account_ids: [1, 2] }),
      'POST /reward-point/gifts/3/undo': success({ message: 'The gift was undone.', id: 3 }),
    });
    openScreen(RewardPointScreen, { address: '/reward-point', rights: ['reward-point:view', 'student-points:view', 'student-points:create'] });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select every row on this page' }));
    await userEvent.click(within(screen.getByRole('group', { name: 'Actions for the selection' })).getByRole('button', { name: 'Give points' }));
    const dialog = await screen.findByRole('dialog', { name: 'Give points to 2 students' });
    await userEvent.type(within(dialog).getByLabelText('Reason'), 'Tidied up');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Give points' }));
    await screen.findByText('Points given to each of 2 students: 5.');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('The gift was undone.');
    expect(calls.find(({ path }) => path === '/reward-point/gifts')?.body).toEqual({ course_id: 7, account_ids: [1, 2], points: 5, reason: 'Tidied up' });
  });

  test('an Admin edits what an event earns', async () => {
    const rule = {
      id: 1,
      key: 'work-product',
      name: 'Work product of a lesson finished',
      points: 3,
      daily_cap: 5,
      is_active: true,
      pays_for_wrong: false,
      updated_at: '2026-11-20T10:00:00.000Z',
    };
    const calls = scriptFetch({
      'GET /reward-point/rules': success({ data: [rule], gifts_this_week: { points: 1580, students: 12, teachers: 3 } }),
      'PUT /reward-point/rules/1': success({ message: 'Reward Rule Updated Successfully', rule, data: rule }),
    });
    openScreen(RewardPointScreen, { address: '/reward-point?tab=rules', rights: ['reward-point:view', 'reward-rules:view', 'reward-rules:edit'] });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit: Work product of a lesson finished' }));
    const dialog = await screen.findByRole('dialog');
    const points = within(dialog).getByLabelText('Points');
    await userEvent.clear(points);
    await userEvent.type(points, '8');
    await userEvent.clear(within(dialog).getByLabelText('Limit per day'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
    await screen.findByText('Reward Rule Updated Successfully');
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ points: 8, daily_cap: null, is_active: true, updated_at: rule.updated_at });
  });
});

test('[B1403] [B1405] whoever may not change the rules reads who can, and how many points teachers gave this week', async () => {
  scriptFetch({ 'GET /reward-point/rules': success({ data: [], gifts_this_week: { points: 1580, students: 12, teachers: 3 } }) });
  openScreen(RewardPointScreen, { address: '/reward-point?tab=rules', rights: ['reward-point:view', 'reward-rules:view'] });
  await screen.findByText('All schools share these rules. Administrators of all schools can change them.');
  await screen.findByText('Points given by teachers since Monday: 1,580 (students: 12, teachers: 3).');
});

test('[B1551] a rule that pays for being wrong first is warned of in plain words while it is on', async () => {
  const rule = {
    id: 2,
    key: 'changed-to-right',
    name: 'Changed to the right answer after the discussion',
    points: 8,
    daily_cap: 5,
    is_active: true,
    pays_for_wrong: true,
    updated_at: '2026-11-20T10:00:00.000Z',
  };
  const rights = ['reward-point:view', 'reward-rules:view', 'reward-rules:edit'];
  scriptFetch({ 'GET /reward-point/rules': success({ data: [rule], gifts_this_week: { points: 0, students: 0, teachers: 0 } }) });
  openScreen(RewardPointScreen, { address: '/reward-point?tab=rules', rights });
  const notice = await screen.findByText('A rule rewards being wrong first');
  expect(notice.closest('[role=status]')?.textContent).toMatch(/Turn it off, and turn on “Right answer after the discussion/);
  closeScreen();
  readyForScreen();
  scriptFetch({ 'GET /reward-point/rules': success({ data: [{ ...rule, is_active: false }], gifts_this_week: { points: 0, students: 0, teachers: 0 } }) });
  openScreen(RewardPointScreen, { address: '/reward-point?tab=rules', rights });
  await screen.findByRole('button', { name: `Edit: ${rule.name}` });
  expect(screen.queryByText('A rule rewards being wrong first')).toBe(null);
});

describe('the store', () => {
  const offers = (points: number, can_redeem = true) =>
    withFields(
      pageOf([
        { id: 1, name: 'Pencil', description: 'Yellow', price: 10, left: 3, picture_url: null },
        { id: 2, name: 'Bookmark', description: '', price: 50, left: null, picture_url: null },
        { id: 3, name: 'Ball', description: '', price: 5, left: 0, picture_url: null },
      ]),
      { points, can_redeem },
    );
  const STUDENT = ['store:view', 'store:create'];

  test('[K070] offers what there is; what is sold out or too dear says so and cannot be pressed; redeeming asks, and can be taken back', async () => {
    const calls = scriptFetch({
      'GET /store': () => offers(25),
      'POST /store/redeem': success({ message: 'Pencil is yours. Your teacher is notified and will hand it over.', purchase: { id: 8 }, points: 15 }),
      'POST /store/own-purchases/8/cancel': success({ message: 'Returned. You have your points again.', purchase: { id: 8 }, points: 25 }),
    });
    openScreen(StoreScreen, { address: '/store', rights: STUDENT, width: 360 });
    const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name: `Redeem ${name}` });
    await screen.findByText('You have 25 points.');
    expect([button('Pencil').disabled, button('Bookmark').disabled, button('Ball').disabled]).toEqual([false, true, true]);
    expect(screen.getByText('25 points more needed')).toBeDefined();
    expect(screen.getByText('Sold out')).toBeDefined();
    await userEvent.click(button('Pencil'));
    const dialog = await screen.findByRole('dialog', { name: 'Redeem Pencil?' });
    expect(dialog.textContent).toContain('It costs 10 points. Points left after that: 15.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Redeem' }));
    await screen.findByText(/^Pencil is yours/);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Returned. You have your points again.');
    expect(calls.find(({ path }) => path === '/store/redeem')?.body).toEqual({ item_id: 1 });
  });

  test('a refusal stays in the dialog, in the server’s words', async () => {
    scriptFetch({
      'GET /store': () => offers(25),
      'POST /store/redeem': failure(409, 'STORE_SOLD_OUT', { message: 'Pencil is sold out. You keep your points.' } as never),
    });
    openScreen(StoreScreen, { address: '/store?redeem=1', rights: STUDENT });
    const dialog = await screen.findByRole('dialog', { name: 'Redeem Pencil?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Redeem' }));
    await within(dialog).findByText('Pencil is sold out. You keep your points.');
  });

  test('staff see the offers without buttons', async () => {
    scriptFetch({ 'GET /store': () => offers(0, false) });
    openScreen(StoreScreen, { address: '/store', rights: ['store:view', 'store-items:view'] });
    await screen.findByText('Pencil');
    expect(screen.queryByRole('button', { name: /^Redeem/ })).toBe(null);
  });
});

test('what was redeemed is handed over, many at once, with a way back', async () => {
  const purchase = (id: number, first_name: string) => ({
    id,
    item_id: 1,
    item_name: 'Pencil',
    price: 10,
    state: 'redeemed',
    created_at: '2026-11-20T10:00:00.000Z',
    decided_at: null,
    account_id: id,
    first_name,
    last_name: 'Okafor',
  });
  const calls = scriptFetch({
    'GET /store/purchases': pageOf([purchase(1, 'Amara'), purchase(2, 'Bao')]),
    'POST /store/purchases/hand-over-many': success({ message: '2 handed over.', ids: [1, 2], refused: [] }),
    'POST /store/purchases/reopen-many': success({ message: '2 reopened.', ids: [1, 2], refused: [] }),
  });
  openScreen(PurchasesScreen, { address: '/store-purchases', rights: ['store-purchases:view', 'store-purchases:edit'] });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select every row on this page' }));
  await userEvent.click(within(screen.getByRole('group', { name: 'Actions for the selection' })).getByRole('button', { name: 'Hand over' }));
  await screen.findByText('2 handed over.');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('2 reopened.');
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ ids: [1, 2] }, { ids: [1, 2] }]));
});
