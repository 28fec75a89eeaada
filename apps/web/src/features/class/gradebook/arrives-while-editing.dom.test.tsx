import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signOut } from '../../../base/session.ts';
import { closeScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { fakeSockets, type FakeSocketServer } from '../../../testing/fake-socket.ts';
import { failure, success } from '../../../testing/scripted-fetch.ts';
import { changeStoredGrades } from '../grade-outbox/grade-store.ts';
import { answerOf } from './testing/answer.ts';
import { cellsOf, findCell, openGradebook, savedOf } from './testing/open-gradebook.tsx';

// the package's browser build, as the bundler uses; tests would use the one for Node
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

const [GRADES, PRESENCE] = ['private-gradebook-3', 'presence-gradebook-3'];
const [INGRID, SIMPLE, BEN] = ['8', 12, 102];
const PEOPLE = { 7: { name: 'Ada Byron' }, [INGRID]: { name: 'Ingrid Solheim' } };

let server: FakeSocketServer;
/** The server's value of Ben's second work. */
let there: number | null;
let sequence: number;

beforeEach(() => {
  readyForScreen();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server = fakeSockets();
  server.setPresent(PRESENCE, PEOPLE);
  [there, sequence] = [null, 0];
  return changeStoredGrades(7, { remove: [`7.3.${SIMPLE}.${BEN}`] });
});
afterEach(() => {
  closeScreen();
  // the page's socket closes at sign-out
  signOut();
});

/** Opens a gradebook with a connection, whose server compares the seen value with the current one. */
async function open(width = 1280, address?: string) {
  const calls = openGradebook({
    width,
    ...(address !== undefined && { address }),
    answers: {
      'GET /dashboard/grade-book': () =>
        success(
          answerOf([
            { title: 'Charge and current', draft: [32, 50, 43], marks: 'rrr' },
            { title: 'Simple circuits', due: '2099-11-20', draft: [33, there, null], marks: 'ctc' },
          ]),
        ),
      'GET /config': success({
        version: '1',
        realtime: { key: 'key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' },
        messages: {},
      }),
      'POST /broadcasting/auth': success({ auth: 'key:signature', channel_data: JSON.stringify({ user_id: '7', user_info: PEOPLE[7] }) }),
      'POST /grade-submissions/bulk': (call) => {
        const [cell] = cellsOf(call);
        if (!cell) return failure(500, 'INTERNAL');
        const isSame = cell.was === there;
        const newer = { ...savedOf(cell, { draftGrade: there, revision: 1 }), changed_by: 'Ingrid Solheim', changed_at: null };
        const refused = { submissionId: 1, account_id: BEN, courseWorkId: SIMPLE, code: 'GRADE_CHANGED', message: 'Somebody changed it.', newer };
        if (isSame) there = cell.to as number | null;
        return success({
          ...{
            act_id: isSame ? 5 : null,
            act_ids: isSame ? [5] : [],
            count: isSame ? 1 : 0,
            saved: isSame ? [savedOf(cell, { revision: 2 })] : [],
            message: '',
          },
          ...{ refused: isSame ? [] : [refused], refused_count: isSame ? 0 : 1 },
        });
      },
    },
  });
  const isHeard = () => server.newest().sent.some(({ data }) => (data as { channel?: string })['channel'] === GRADES);
  await waitFor(() => expect(isHeard()).toBe(true));
  await waitFor(() => expect(screen.getByRole('list', { name: 'Also here:' })).toBeTruthy());
  return () => calls.filter(({ path }) => path === '/grade-submissions/bulk').flatMap((call) => cellsOf(call).map(({ to, was }) => ({ to, was })));
}

async function colleagueSaves(grade: number): Promise<void> {
  there = grade;
  sequence++;
  const acts = [{ act_id: 9, account_id: Number(INGRID), cells: [[SIMPLE, BEN, grade, null, false, 'TURNED_IN', false, sequence]] }];
  await act(() => server.newest().say('gradebook.cells.changed', { epoch: 1, from: sequence, sequence, server_time: new Date().toISOString(), acts }, GRADES));
}

test('[B1491] a colleague’s grade that arrives while a cell is typed over is shown in the editor, and Enter asks which of the two stays', async () => {
  const sent = await open();
  (await findCell(/Ben/, /Simple/)).focus();
  await userEvent.keyboard('5');
  await colleagueSaves(7);
  expect((await screen.findByText(/^7 by Ingrid Solheim just now/)).closest('[role="status"]')).not.toBeNull();
  await userEvent.keyboard('{Enter}');
  const question = await screen.findByRole('group', { name: /^Not saved|Ben Whitaker/ });
  await within(question).findByText(/Ingrid Solheim/);
  expect(there).toBe(7);
  expect(sent()).toEqual([{ to: 5, was: null }]);
  await userEvent.click(within(question).getByRole('button', { name: 'Keep 5' }));
  await waitFor(() => expect(there).toBe(5));
  expect(sent().at(-1)).toEqual({ to: 5, was: 7 });
});

test('[B1491] the same with F2; what was only looked at changes nothing, and Escape leaves the colleague’s grade', async () => {
  const sent = await open();
  (await findCell(/Ben/, /Simple/)).focus();
  await userEvent.keyboard('{F2}');
  await colleagueSaves(7);
  await screen.findByText(/^7 by Ingrid Solheim just now/);
  await userEvent.keyboard('{Enter}');
  expect((await findCell(/Ben/, /Simple/)).textContent).toContain('7');
  (await findCell(/Ben/, /Simple/)).focus();
  await userEvent.keyboard('{F2}');
  await colleagueSaves(8);
  await screen.findByText(/^8 by Ingrid Solheim just now/);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText(/just now/)).toBeNull();
  expect((await findCell(/Ben/, /Simple/)).textContent).toContain('8');
  (await findCell(/Ben/, /Simple/)).focus();
  await userEvent.keyboard('{F2}');
  await colleagueSaves(9);
  await userEvent.keyboard('{Control>}a{/Control}6{Enter}');
  await waitFor(() => expect(sent()).toEqual([{ to: 6, was: 8 }]));
  await screen.findByRole('button', { name: 'Keep 6' });
  expect(there).toBe(9);
});

test('[B1491] on a phone the field shows the newcomer below, and Enter asks', async () => {
  const sent = await open(390);
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Simple circuits/ });
  await userEvent.click(field);
  await colleagueSaves(7);
  await screen.findByText(/^7 by Ingrid Solheim just now/);
  // the field keeps the value from the time when it was entered
  expect(field.value).toBe('');
  await userEvent.keyboard('5{Enter}');
  await screen.findByRole('button', { name: 'Keep 5' });
  expect(there).toBe(7);
  expect(sent()).toEqual([{ to: 5, was: null }]);
  await userEvent.click(screen.getByRole('button', { name: 'Use 7' }));
  expect(field.value).toBe('7');
});

test('[B1491] trying out shows the newcomer too, and sends nothing', async () => {
  const sent = await open(1280, '/class-gradebook/3?what_if=true');
  (await findCell(/Ben/, /Simple/)).focus();
  await userEvent.keyboard('5');
  await colleagueSaves(7);
  await screen.findByText(/^7 by Ingrid Solheim just now/);
  await userEvent.keyboard('{Enter}');
  expect((await findCell(/Ben/, /Simple/)).textContent).toContain('5');
  expect([sent(), there]).toEqual([[], 7]);
});
