import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signOut } from '../../../../base/session.ts';
import { closeScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { fakeSockets, type FakeSocketServer } from '../../../../testing/fake-socket.ts';
import { success } from '../../../../testing/scripted-fetch.ts';
import { findCell, openGradebook } from '../testing/open-gradebook.tsx';

// the package's browser build, as the bundler uses; tests would use the one for Node
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const CHANNEL = 'presence-gradebook-3';
const CELL = 'client-gradebook-cell';
const [ME, ANA, HUDA] = ['7', '8', '9'];
const PEOPLE = { [ME]: { name: 'Ada Byron' }, [ANA]: { name: 'Ana Ruiz' }, [HUDA]: { name: 'هدى الراشد' } };
const [CHARGE, SIMPLE, AMARA, BEN] = [11, 12, 101, 102];

let server: FakeSocketServer;
const told = () => server.newest().sent.flatMap(({ event, data }) => (event === CELL ? [data] : []));
const say = (by: string, data: unknown) => act(() => server.newest().say(CELL, data, CHANNEL, by));
const list = () => within(screen.getByRole('list', { name: 'Also here:' })).getAllByRole('listitem');

beforeEach(() => {
  readyForScreen();
  // jsdom has no layout: simulate a sheet as large as on a laptop
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server = fakeSockets();
  server.setPresent(CHANNEL, PEOPLE);
});
afterEach(() => {
  closeScreen();
  // the page's socket closes at sign-out
  signOut();
});

async function open(width = 1280, address?: string): Promise<void> {
  openGradebook({
    width,
    ...(address !== undefined && { address }),
    answers: {
      'GET /config': success({
        version: '1',
        realtime: { key: 'key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' },
        messages: {},
      }),
      'POST /broadcasting/auth': success({ auth: 'key:signature', channel_data: JSON.stringify({ user_id: ME, user_info: PEOPLE[ME] }) }),
    },
  });
  await waitFor(() => expect(told()).toHaveLength(1));
  await waitFor(() => expect(list()).toHaveLength(2));
}

test('the cell that a colleague is in has their name in its outline and says it, moves with them and goes with them', async () => {
  await open();
  expect(list().map(({ textContent }) => textContent)).toEqual(['ARAna Ruiz ', 'هاهدى الراشد ']);
  await say(ANA, { item: CHARGE, student: AMARA });
  const first = await findCell(/Amara/, /Charge/);
  await waitFor(() => expect(within(first).getByText('Ana Ruiz').closest('[data-colleague]')).not.toBeNull());
  expect(first).toBe(screen.getByRole('gridcell', { name: /^32 ?Ana Ruiz is here$/ }));
  expect(list()[0]?.textContent).toBe('ARAna Ruiz Amara Diallo, Charge and current');
  await say(HUDA, { item: CHARGE, student: AMARA });
  await waitFor(() => expect(first.querySelector('[data-colleague]')?.textContent).toBe('Ana Ruiz, هدى الراشد'));
  expect(screen.getByRole('gridcell', { name: /^32 ?\u2068Ana Ruiz, هدى الراشد\u2069 are here$/ })).toBe(first);
  await say(ANA, { item: SIMPLE, student: BEN });
  await waitFor(async () => expect((await findCell(/Ben/, /Simple/)).querySelector('[data-colleague]')?.textContent).toBe('Ana Ruiz'));
  expect(first.querySelector('[data-colleague]')?.textContent).toBe('هدى الراشد');
  act(() => server.newest().say('pusher_internal:member_removed', { user_id: ANA }, CHANNEL));
  await waitFor(() => expect(list()).toHaveLength(1));
  expect(document.querySelectorAll('[data-colleague]')).toHaveLength(1);
});

test('nothing of it is announced by itself', async () => {
  await open();
  await say(ANA, { item: CHARGE, student: AMARA });
  await waitFor(() => expect(document.querySelector('[data-colleague]')).not.toBeNull());
  for (const region of document.querySelectorAll('[role="status"], [role="alert"], [aria-live]')) expect(region.textContent).not.toContain('Ana Ruiz');
  expect(list()[0]?.closest('[role="status"], [aria-live]')).toBeNull();
});

test('a row or a column alone, and what is not in this book, are said or left out; no cell is outlined', async () => {
  await open();
  await say(ANA, { item: null, student: BEN });
  await say(HUDA, { item: CHARGE, student: null });
  await waitFor(() => expect(list().map(({ textContent }) => textContent)).toEqual(['ARAna Ruiz Ben Whitaker', 'هاهدى الراشد Charge and current']));
  await say(ANA, { item: 99, student: BEN });
  await say(HUDA, { item: 99, student: 999 });
  await waitFor(() => expect(list().map(({ textContent }) => textContent)).toEqual(['ARAna Ruiz ', 'هاهدى الراشد ']));
  expect(document.querySelectorAll('[data-colleague]')).toHaveLength(0);
});

test('where the focus goes is told: item and student, and nothing of the grade', async () => {
  await open();
  (await findCell(/Ben/, /Simple/)).focus();
  await waitFor(() => expect(told().at(-1)).toEqual({ item: SIMPLE, student: BEN }));
  await userEvent.keyboard('46{Enter}');
  await waitFor(() => expect(told().at(-1)).toEqual({ item: SIMPLE, student: 103 }));
  (await findCell(/Ben/, /Overall/)).focus();
  await waitFor(() => expect(told().at(-1)).toEqual({ item: null, student: BEN }));
  expect(told().every((data) => Object.keys(data).every((key) => ['item', 'student', 'asks'].includes(key)))).toBe(true);
});

test('what one tries out happens nowhere', async () => {
  await open(1280, '/class-gradebook/3?what_if=true');
  (await findCell(/Ben/, /Simple/)).focus();
  await say(ANA, { item: null, student: BEN, asks: true });
  await waitFor(() => expect(told()).toHaveLength(2));
  expect(told().at(-1)).toEqual({ item: null, student: null });
});

test('on a phone those here are listed, and named at the cell that is shown', async () => {
  await open(360);
  await waitFor(() => expect(told().at(-1)).toMatchObject({ item: null, student: AMARA }));
  await say(ANA, { item: SIMPLE, student: AMARA });
  const row = screen.getByRole('textbox', { name: /Simple circuits/ }).closest('li')!;
  await waitFor(() => expect(within(row).getByText('Ana Ruiz is here')).toBeDefined());
  expect(within(row).getByText('Ana Ruiz').tagName).toBe('BDI');
  expect(screen.getByRole('textbox', { name: /^Simple circuits.*Ana Ruiz is here$/ })).toBeDefined();
  expect(list()[0]?.textContent).toBe('ARAna Ruiz Amara Diallo, Simple circuits');
  await userEvent.click(screen.getByRole('textbox', { name: /Charge/ }));
  await waitFor(() => expect(told().at(-1)).toEqual({ item: CHARGE, student: AMARA }));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(told().at(-1)).toEqual({ item: null, student: BEN }));
  expect(screen.queryByText('Ana Ruiz is here')).toBeNull();
});
