import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { RunScreen } from './run/RunScreen.tsx';
import { changeOf, doneOf, freeOf, googleClassOf, NONE, runOf, STAFF } from './testing/views.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

type Answers = Parameters<typeof scriptFetch>[0];
function open(answers: Answers, { rights = STAFF, search = '' }: { rights?: string[]; search?: string } = {}) {
  const calls = scriptFetch({ 'GET /sync/runs/5/changes': pageOf([]), 'GET /sync/classes': freeOf([]), ...answers });
  const router = openScreen(RunScreen, { address: `/sync-run/5${search}`, path: '/sync-run/$id', rights });
  return { calls, router };
}
const posts = (calls: { method: string; path: string; body?: unknown }[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('while it goes on', () => {
  test('[B1087] how many of how many classes are done is followed, and what came of it is said at the end', async () => {
    let reads = 0;
    open({ 'GET /sync/runs/5': () => success({ run: reads++ === 0 ? runOf({ classes: 12, classes_done: 3 }) : doneOf() }) });
    expect(await screen.findByText('3 of 12 classes')).toBeDefined();
    expect((screen.getByRole('progressbar') as HTMLProgressElement).value).toBe(3);
    await waitFor(() => expect(screen.getAllByText('Classes Sync is complete').length).toBeGreaterThan(0));
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('[B1081] one that waits for quota says until when; it is cancelled', async () => {
    const { calls } = open({
      'GET /sync/runs/5': success({ run: runOf({ status: 'waiting', waits_until: '2026-11-20T10:42:00.000Z' }) }),
      'POST /sync/runs/5/cancel': success({ run: runOf({ status: 'cancelled' }), message: 'The sync was canceled.' }),
    });
    expect(await screen.findByText(/^Waiting for Google until 10:42/)).toBeDefined();
    await click('Cancel sync');
    expect(await screen.findByText('The sync was canceled.')).toBeDefined();
    expect(posts(calls).map(([call]) => call)).toEqual(['POST /sync/runs/5/cancel']);
  });

  test('[B1088] a paused run asks, and is confirmed or cancelled', async () => {
    const paused = runOf({ status: 'paused', question: 'End 9 memberships of Physics?', can_apply: true });
    const { calls } = open({
      'GET /sync/runs/5': success({ run: paused }),
      'POST /sync/runs/5/apply': success({ run: runOf(), message: '' }),
      'POST /sync/runs/5/cancel': success({ run: runOf({ status: 'cancelled' }), message: 'Cancelled.' }),
    });
    expect(await screen.findByText('End 9 memberships of Physics?')).toBeDefined();
    await click('Confirm');
    await waitFor(() => expect(posts(calls)).toEqual([['POST /sync/runs/5/apply', { confirm: true }]]));
    await click('No, cancel the sync');
    expect(await screen.findByText('Cancelled.')).toBeDefined();
  });

  test('somebody else’s answer in the meantime is said, and how it stands is loaded anew', async () => {
    let reads = 0;
    open({
      'GET /sync/runs/5': () => success({ run: reads++ === 0 ? runOf({ status: 'paused', question: 'End them?', can_apply: true }) : doneOf() }),
      'POST /sync/runs/5/apply': failure(409, 'SYNC_RUN_STATE', { message: 'This sync is no longer waiting for that.' }),
    });
    await click('Confirm');
    await waitFor(() => expect(screen.queryByText('End them?')).toBeNull());
    expect(screen.getAllByText('Classes Sync is complete').length).toBeGreaterThan(0);
  });
});

describe('the report', () => {
  test('[B1087] failures of classes and every change are named with their reasons, by kind; filters stand in the address', async () => {
    const { calls, router } = open({
      'GET /sync/runs/5': success({
        run: doneOf({
          status: 'partly',
          message: 'Synced except for 1 class.',
          counts: { ...NONE, made: 1, refused: 1 },
          failures: [{ class_name: 'فيزياء', message: 'Google does not respond.' }],
        }),
      }),
      'GET /sync/runs/5/changes': pageOf([
        changeOf({
          id: 1,
          kind: 'work',
          subject: 'Waves',
          field: 'Points',
          action: 'changed',
          direction: 'there',
          before: '10',
          after: '12.5',
          outcome: 'refused',
          reason: 'Whole points only.',
        }),
        changeOf({ id: 2, outcome: 'applied' }),
      ]),
    });
    expect(await screen.findByText('فيزياء')).toBeDefined();
    expect(screen.getByText('Google does not respond.')).toBeDefined();
    expect((await screen.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)).toEqual(['Classes', 'Work']);
    for (const words of ['not changed in Google Classroom', 'Whole points only.', 'created here', '12.5']) expect(screen.getByText(words)).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('Outcome'), 'Failed');
    await waitFor(() => expect(router.state.location.search).toEqual({ outcome: 'refused' }));
    await waitFor(() => expect(calls.at(-1)?.query.get('outcome')).toBe('refused'));
  });

  test('[B1084] it is taken back after a question; what an undo kept is listed with the reason', async () => {
    const { router } = open({
      'GET /sync/runs/5': success({ run: doneOf({ can_undo: true }) }),
      'POST /sync/runs/5/undo': success({ run: runOf({ id: 6, mode: 'undo' }), message: '' }),
      'GET /sync/runs/6': success({ run: doneOf({ id: 6, mode: 'undo', message: 'The sync was undone, except 1 change that someone has touched since.' }) }),
      'GET /sync/runs/6/changes': pageOf([changeOf({ subject: 'Room 9', outcome: 'kept', reason: 'Someone has changed it since.' })]),
    });
    await click('Undo');
    await userEvent.click(within(await screen.findByRole('dialog', { name: 'Undo this sync?' })).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/sync-run/6'));
    expect(await screen.findByText('Someone has changed it since.')).toBeDefined();
    expect(screen.getByText(/except 1 change that someone has touched since/)).toBeDefined();
  });

  test('a run of others is no page here; who may only look has no buttons', async () => {
    open({});
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
    closeScreen();
    readyForScreen();
    open({ 'GET /sync/runs/5': success({ run: doneOf({ can_undo: true, can_apply: true, mode: 'preview' }) }) }, { rights: ['classroom-sync:view'] });
    await screen.findByText('Classes Sync is complete');
    expect(screen.queryByRole('button', { name: /Undo|Apply/ })).toBeNull();
  });
});

describe('a preview', () => {
  const preview = doneOf({ mode: 'preview', can_apply: true, message: 'This is what a sync would change.', counts: { ...NONE, made: 4 } });

  test('[B1089] of classes lets one choose for each class: make, link or leave out; then it is applied and the run opens', async () => {
    const { calls, router } = open({
      'GET /sync/runs/5': success({ run: preview }),
      'GET /sync/classes': freeOf([
        googleClassOf(),
        googleClassOf({ external_id: '772', name: '物理' }),
        googleClassOf({ external_id: '773', name: 'Old one', state: 'ARCHIVED' }),
        googleClassOf({ external_id: '774', name: 'Offered', state: 'PROVISIONED' }),
      ]),
      'GET /courses': pageOf([{ id: 4, name: 'Chess', section: '' }]),
      'POST /sync/runs/5/apply': success({ run: runOf({ id: 6 }), message: '' }),
      'GET /sync/runs/6': success({ run: runOf({ id: 6 }) }),
      'GET /sync/runs/6/changes': pageOf([]),
    });
    const choice = await screen.findByLabelText<HTMLSelectElement>('What to do with 物理');
    expect(choice.value).toBe('make');
    expect(screen.getByLabelText<HTMLSelectElement>('What to do with Old one').value).toBe('ignore');
    expect(within(screen.getByLabelText('What to do with Offered')).queryByRole('option', { name: 'Create a class here' })).toBeNull();
    await userEvent.selectOptions(choice, 'Link to a class here');
    await click('Apply');
    expect(await screen.findByText('Choose the class here.')).toBeDefined();
    await userEvent.click(screen.getByRole('combobox', { name: 'Class here for 物理' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Chess' }));
    await click('Apply');
    await waitFor(() => expect(router.state.location.pathname).toBe('/sync-run/6'));
    expect(posts(calls)).toEqual([
      [
        'POST /sync/runs/5/apply',
        {
          classes: [
            { external_id: '771', choice: 'make' },
            { external_id: '772', choice: 'link', course_id: 4 },
            { external_id: '773', choice: 'ignore' },
            { external_id: '774', choice: 'ignore' },
          ],
        },
      ],
    ]);
  });

  test('[B1892] what is here without a doubt is linked, what may be here waits; one press takes all proposals, and may be changed', async () => {
    const proposal = { course_id: 8, name: 'Physics', section: 'B', teacher: 'Ada Byron', is_sure: true, message: 'Same name and teacher' };
    const { calls, router } = open({
      'GET /sync/runs/5': success({ run: preview }),
      'GET /sync/classes': freeOf(
        [
          googleClassOf({ name: 'Physics' }),
          googleClassOf({ external_id: '772', name: 'Chemistry' }),
          googleClassOf({ external_id: '773', name: 'Chess' }),
          googleClassOf({ external_id: '774', name: 'Art' }),
        ],
        undefined,
        [
          { ...proposal, external_id: '771' },
          { ...proposal, external_id: '772', course_id: 9, name: 'Chemistry', is_sure: false, message: 'Same name' },
          { ...proposal, external_id: '773', course_id: 10, name: 'Chess', is_sure: false, message: 'Same name' },
        ],
      ),
      'GET /courses': pageOf([]),
      'POST /sync/runs/5/apply': success({ run: runOf({ id: 6 }), message: '' }),
      'GET /sync/runs/6': success({ run: runOf({ id: 6 }) }),
      'GET /sync/runs/6/changes': pageOf([]),
    });
    const choiceOf = async (name: string) => (await screen.findByLabelText<HTMLSelectElement>(`What to do with ${name}`)).value;
    expect(await Promise.all(['Physics', 'Chemistry', 'Chess', 'Art'].map(choiceOf))).toEqual(['link', 'later', 'later', 'make']);
    expect(screen.getByText('This is your class Physics. Same name and teacher.')).toBeDefined();
    expect(screen.getByText('This may be your class Chess. Same name.')).toBeDefined();
    await click('Use all suggestions');
    expect(await Promise.all(['Physics', 'Chemistry', 'Chess', 'Art'].map(choiceOf))).toEqual(['link', 'link', 'link', 'make']);
    await userEvent.selectOptions(screen.getByLabelText('What to do with Chess'), 'Decide later');
    await click('Apply');
    await waitFor(() => expect(router.state.location.pathname).toBe('/sync-run/6'));
    expect(posts(calls)).toEqual([
      [
        'POST /sync/runs/5/apply',
        {
          classes: [
            { external_id: '771', choice: 'link', course_id: 8 },
            { external_id: '772', choice: 'link', course_id: 9 },
            { external_id: '773', choice: 'later' },
            { external_id: '774', choice: 'make' },
          ],
        },
      ],
    ]);
  });

  test('[B1089] says what would change, in words that are true before anything is', async () => {
    open({
      'GET /sync/runs/5': success({ run: preview }),
      'GET /sync/runs/5/changes': pageOf([changeOf(), changeOf({ id: 2, kind: 'member', subject: 'Leo', action: 'ended' })]),
    });
    expect(await screen.findByText('would be created here')).toBeDefined();
    expect(screen.getByText('would be removed here')).toBeDefined();
    expect(screen.getByText('4 would be created here')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'What would change on either side' })).toBeDefined();
    expect(screen.getByText('Nothing changes until you apply.')).toBeDefined();
  });

  test('a refused apply keeps every choice and says why', async () => {
    open({
      'GET /sync/runs/5': success({ run: preview }),
      'GET /sync/classes': freeOf([googleClassOf()]),
      'POST /sync/runs/5/apply': failure(409, 'SYNC_WITHDRAWN', { message: 'The consent was taken back.' }),
    });
    await userEvent.selectOptions(await screen.findByLabelText('What to do with Physics 9B'), 'Ignore');
    await click('Apply');
    expect(await screen.findByText('The consent was taken back.')).toBeDefined();
    expect(screen.getByLabelText<HTMLSelectElement>('What to do with Physics 9B').value).toBe('ignore');
  });

  test('of work is applied as it is', async () => {
    const { calls } = open({
      'GET /sync/runs/5': success({ run: doneOf({ mode: 'preview', scope: 'class_work', course_id: 3, course_name: 'Physics', can_apply: true }) }),
      'POST /sync/runs/5/apply': success({ run: runOf({ id: 5, scope: 'class_work' }), message: '' }),
    });
    await click('Apply');
    await waitFor(() => expect(posts(calls)).toEqual([['POST /sync/runs/5/apply', {}]]));
  });
});
