import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, success } from '../../../testing/scripted-fetch.ts';
import { changeStoredGrades, listKept } from '../grade-outbox/grade-store.ts';
import { answerOf } from './testing/answer.ts';
import { cellsOf, findCell, openGradebook, saveAll, savedOf } from './testing/open-gradebook.tsx';

beforeEach(() => {
  readyForScreen();
  // The sheet gets the size of a laptop screen, since jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  localStorage.clear();
  return changeStoredGrades(7, { remove: KEYS });
});
afterEach(closeScreen);

/** The keys of all cells that a test types into. */
const KEYS = [11, 12, 13].flatMap((item) => [101, 102, 103].map((student) => `7.3.${item}.${student}`));

const many = (calls: ReturnType<typeof openGradebook>) => calls.filter(({ path }) => path === '/grade-submissions/bulk');
const type = async (keys: string) => userEvent.keyboard(keys);

test('[K031] [L021] [K171] [K172] [K173] [K456] the Gradebook tab of a class: a row per student, headers with date, title and points, class averages', async () => {
  openGradebook({
    answer: answerOf([
      { title: 'Charge and current', due: '2026-09-18', draft: [32, 50, 43], marks: 'rrr' },
      { title: 'Lab', due: null, points: 100, draft: [null, null, null], marks: 'tcc' },
    ]),
  });
  const grid = await screen.findByRole('grid', { name: 'Gradebook of Physics 9B' });
  expect(
    within(grid)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Student Name', 'OverallTotal points Shown', '18 Sep 2026Charge and current50', 'No due dateLab100']);
  expect(
    within(grid)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['ADAmara Diallo', 'BWBen Whitaker', 'EYElif Yılmaz', 'Class average']);
  expect((await findCell(/Amara/, /Overall/)).textContent).toBe('64.0%');
  expect((await findCell(/Amara/, /Lab/)).textContent).toBe('Submitted');
  await waitFor(async () => expect((await findCell(/Class average/, /Overall/)).textContent).toBe('83.3%'));
  expect((await findCell(/Class average/, /Charge/)).textContent).toBe('41.7');
  expect(grid.getAttribute('aria-rowcount')).toBe('5');
  expect(screen.getByText('3 students · 2 of 2 items')).toBeDefined();
  expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
});

test('[K174] a grade is typed into its cell, totals move at once, and it is saved with what was there', async () => {
  const answer = Promise.withResolvers<void>();
  const calls = openGradebook({ answers: { 'POST /grade-submissions/bulk': (call) => answer.promise.then(() => saveAll(call)) } });
  (await findCell(/Ben/, /Simple/)).focus();
  await type('46{Enter}');
  expect((await findCell(/Ben/, /Simple/)).textContent).toContain('Saving');
  expect((await findCell(/Ben/, /Overall/)).textContent).toBe('96.0%');
  expect(document.activeElement).toBe(await findCell(/Elif/, /Simple/));
  await waitFor(() => expect(many(calls)).toHaveLength(1));
  expect(many(calls)[0]?.body).toEqual({ courseId: 3, kind: 'edit', changes: { course_work_id: [12], account_id: [102], to: [46], from: [null] } });
  answer.resolve();
  await waitFor(async () => expect((await findCell(/Ben/, /Simple/)).textContent).toContain('Saved'));
  expect(screen.getByText('1 saved')).toBeDefined();
  await screen.findByText('Grade Updated Successfully');
  expect(localStorage.length).toBe(0);
});

test('[B2089] a grade that is saved after the page was left sets nothing in motion there', async () => {
  const answer = Promise.withResolvers<void>();
  const calls = openGradebook({ answers: { 'POST /grade-submissions/bulk': (call) => answer.promise.then(() => saveAll(call)) } });
  (await findCell(/Ben/, /Simple/)).focus();
  await type('46{Enter}');
  await waitFor(() => expect(many(calls)).toHaveLength(1));
  cleanup();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  answer.resolve();
  await waitFor(async () => expect((await listKept(7)).filter(({ key }) => KEYS.includes(key))).toEqual([]));
  expect(timers.mock.calls.filter(([, ms]) => ms === 50)).toEqual([]);
});

test('commas, percent and EX are grades', async () => {
  const calls = openGradebook();
  (await findCell(/Amara/, /Simple/)).focus();
  await type('46,5{Enter}92%{Enter}ex{Enter}');
  const sent = () => many(calls).flatMap((call) => cellsOf(call));
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent().map(({ to, was }) => [to, was])).toEqual([
    [46.5, 33],
    [46, null],
    ['EX', null],
  ]);
});

test('Escape gives an edit up, F2 edits what is there, Delete clears it', async () => {
  const calls = openGradebook();
  (await findCell(/Amara/, /Simple/)).focus();
  await type('99{Escape}');
  expect((await findCell(/Amara/, /Simple/)).textContent).toBe('33');
  await type('{F2}');
  expect(screen.getByRole('textbox', { name: 'Grade of Amara Diallo, Simple circuits' })).toHaveProperty('value', '33');
  await type('{Escape}{Delete}');
  await waitFor(() => expect(many(calls)).toHaveLength(1));
  expect(cellsOf(many(calls)[0])[0]).toMatchObject({ to: null, was: 33 });
});

test('what is no grade stays in the cell as not saved, with the reason, and can be put back', async () => {
  const calls = openGradebook();
  (await findCell(/Amara/, /Simple/)).focus();
  await type('good{Enter}{ArrowUp}');
  const cell = await findCell(/Amara/, /Simple/);
  expect(cell.textContent).toContain('good');
  expect(cell.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('1 not saved')).toBeDefined();
  expect(screen.getByText(/^This is not a grade/).getAttribute('role')).toBe('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Restore 33' }));
  expect((await findCell(/Amara/, /Simple/)).textContent).toBe('33');
  expect(many(calls)).toEqual([]);
  expect(localStorage.length).toBe(0);
});

test('a lost connection keeps the value in the cell and on the device; Retry sends it', async () => {
  let isLost = true;
  const calls = openGradebook({
    answers: { 'POST /grade-submissions/bulk': (call) => (isLost ? 'offline' : saveAll(call)) },
  });
  (await findCell(/Ben/, /Simple/)).focus();
  await type('46{Enter}{ArrowUp}');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.getByText(/^The connection dropped at/).getAttribute('role')).toBe('alert');
  expect(await listKept(7)).toMatchObject([{ course_id: 3, itemId: 12, studentId: 102, typed: '46', was: null, refusal: null }]);
  isLost = false;
  await userEvent.click(retry);
  await screen.findByText('1 saved');
  expect(cellsOf(many(calls).at(-1))[0]).toMatchObject({ to: 46, was: null });
  await waitFor(async () => expect(await listKept(7)).toEqual([]));
});

test('what the device kept of an earlier visit is delivered; another account’s stays where it is', async () => {
  localStorage.setItem('cw.grade.7.3.12.102', JSON.stringify({ typed: '46', was: null }));
  localStorage.setItem('cw.grade.8.3.12.103', JSON.stringify({ typed: '1', was: null }));
  const calls = openGradebook();
  await screen.findByText('1 saved');
  expect(cellsOf(many(calls)[0]).map(({ account_id }) => account_id)).toEqual([102]);
  expect(Object.keys(localStorage)).toEqual(['cw.grade.8.3.12.103']);
});

test('a grade that somebody else has changed shows both; keeping mine names theirs as seen, taking theirs puts it there', async () => {
  const newer = (cell: ReturnType<typeof cellsOf>[number]) => ({ ...savedOf(cell, { draftGrade: 61 }), changed_by: 'Ms Okafor', changed_at: null });
  let isFirst = true;
  const calls = openGradebook({
    answers: {
      'POST /grade-submissions/bulk': (call) => {
        const cells = cellsOf(call);
        if (!isFirst) return saveAll(call);
        isFirst = false;
        const refused = cells.map((cell) => ({
          ...{ submissionId: 1, account_id: cell.account_id, courseWorkId: cell.courseWorkId },
          ...{ code: 'GRADE_CHANGED', message: 'changed', newer: newer(cell) },
        }));
        return success({ act_id: null, act_ids: [], count: 0, saved: [], refused, refused_count: refused.length });
      },
    },
  });
  (await findCell(/Ben/, /Simple/)).focus();
  await type('68{Enter}{ArrowUp}');
  const keep = await screen.findByRole('button', { name: 'Keep 68' });
  expect(screen.getByText('Ms Okafor has entered 61 here.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Use 61' })).toBeDefined();
  const cell = await findCell(/Ben/, /Simple/);
  expect(cell.textContent).toContain('61');
  expect(cell.textContent).toContain('68');
  await userEvent.click(keep);
  await waitFor(() => expect(many(calls)).toHaveLength(2));
  expect(cellsOf(many(calls)[1])[0]).toMatchObject({ to: 68, was: 61 });
});

const BEN = { courseWorkId: 12, account_id: 102 };

const paste = (cell: HTMLElement, text: string) => fireEvent.paste(cell, { clipboardData: { getData: () => text } });

test('a range from a spreadsheet is pasted cell by cell; a wrong value is named and kept', async () => {
  const calls = openGradebook();
  const cell = await findCell(/Amara/, /Charge/);
  act(() => cell.focus());
  paste(cell, '40\t41\r\n90%\tgood\r\n\t43\r\n');
  await waitFor(() => expect(many(calls)).toHaveLength(1));
  expect(cellsOf(many(calls)[0]).map(({ courseWorkId, account_id, to }) => [courseWorkId, account_id, to])).toEqual([
    [11, 101, 40],
    [12, 101, 41],
    [11, 102, 45],
    [11, 103, null],
    [12, 103, 43],
  ]);
  expect((await findCell(/Ben/, /Simple/)).textContent).toContain('good');
  await screen.findByText('1 not saved');
});

test('a selected range is copied as every spreadsheet reads it', async () => {
  openGradebook();
  (await findCell(/Amara/, /Charge/)).focus();
  await type('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
  let copied = '';
  fireEvent.copy(document.activeElement as HTMLElement, { clipboardData: { setData: (_: string, text: string) => (copied = text) } });
  expect(copied).toBe('32\t33\n50\t');
});

test('a cell of which the staff wrote something for themselves says so, and no other does', async () => {
  openGradebook({ answer: answerOf([{ title: 'Charge and current', noted: [1] }]) });
  expect((await findCell(/Ben/, /Charge/)).textContent).toContain('has a private note');
  expect((await findCell(/Amara/, /Charge/)).textContent).not.toContain('private note');
});

test('Ctrl Z takes the last act back, and Ctrl Y does it again', async () => {
  const calls = openGradebook({
    answers: {
      'POST /grade-book/acts/5/undo': success({
        act_id: 6,
        count: 1,
        saved: [savedOf({ ...BEN, to: null }, { state: 'TURNED_IN', revision: 2 })],
        refused: [],
        refused_count: 0,
      }),
      'POST /grade-book/acts/6/undo': success({ act_id: 7, count: 1, saved: [savedOf({ ...BEN, to: 46 }, { revision: 3 })], refused: [], refused_count: 0 }),
    },
  });
  (await findCell(/Ben/, /Simple/)).focus();
  await type('46{Enter}');
  await screen.findByText('1 saved');
  await type('{Control>}z{/Control}');
  await waitFor(async () => expect((await findCell(/Ben/, /Simple/)).textContent).toBe('Submitted'));
  await type('{Control>}y{/Control}');
  await waitFor(async () => expect((await findCell(/Ben/, /Simple/)).textContent).toContain('46'));
  expect(calls.filter(({ path }) => path.startsWith('/grade-book/acts')).map(({ path }) => path)).toEqual([
    '/grade-book/acts/5/undo',
    '/grade-book/acts/6/undo',
  ]);
});

test('cells say how a student stands: overdue, late, excused, not assigned, changed since returned, extra credit, without points', async () => {
  openGradebook({
    answer: answerOf(
      [
        { title: 'First', due: '2026-01-05', draft: [null, 37, 20], marks: 'cTR', assigned: [[2, 20]], excused: [2] },
        { title: 'Second', due: '2026-01-06', draft: [null, 68, 55], marks: '-rr', assigned: [[1, 61]] },
        { title: 'Third', points: null, draft: [null, null, null], marks: 'tcc', due: null },
      ],
      {},
    ),
  });
  expect((await findCell(/Amara/, /First/)).textContent).toBe('Overdue');
  expect((await findCell(/Ben/, /First/)).textContent).toBe('Late37');
  expect((await findCell(/Elif/, /First/)).textContent).toBe('Excused20');
  expect((await findCell(/Amara/, /Second/)).textContent).toBe('Not assigned');
  expect((await findCell(/Ben/, /Second/)).textContent).toBe('61→68Changed since it was returned');
  expect((await findCell(/Elif/, /Second/)).textContent).toContain('Extra credit');
  expect((await findCell(/Amara/, /Third/)).textContent).toBe('Submitted');
  expect(screen.getByText('1 changed since returned')).toBeDefined();
  const cell = await findCell(/Amara/, /Second/);
  expect(cell.getAttribute('aria-readonly')).toBe('true');
  cell.focus();
  await type('5');
  expect(screen.queryByRole('textbox', { name: /^Grade of/ })).toBeNull();
  await screen.findByText('This work is not assigned to this student.');
});

test('[K175] [K178] [K179] [K181] [K428] filters are in the address; nothing found says so, and Reset brings all back', async () => {
  openGradebook({ address: '/class-gradebook/3?assignment_status=Late' });
  await screen.findByText('No grade found');
  expect(screen.getByText('0 students · 2 of 2 items')).toBeDefined();
  // rows have the room until filters are asked for
  expect(screen.queryByRole('combobox', { name: 'Class' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }));
  expect(await screen.findByRole('combobox', { name: 'Class' })).toHaveProperty('value', 'Physics 9B');
  await userEvent.click(screen.getAllByRole('button', { name: 'Reset' })[0]!);
  await screen.findByText('3 students · 2 of 2 items');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Grade status' }), 'Ungraded');
  await screen.findByText('2 students · 2 of 2 items');
  expect(screen.queryByText('Amara Diallo')).toBeNull();
});

test('a press on a header sorts by it, a second one the other way; names stand last name first', async () => {
  openGradebook();
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.slice(2).split(' ')[0]);
  const header = (await screen.findAllByRole('columnheader'))[2]!;
  await userEvent.click(within(header).getByRole('button'));
  await waitFor(() => expect(names()).toEqual(['Amara', 'Elif', 'Ben', 'ass']));
  await userEvent.click(within(screen.getAllByRole('columnheader')[2]!).getByRole('button'));
  await waitFor(() => expect(names()).toEqual(['Ben', 'Elif', 'Amara', 'ass']));
  expect(screen.getAllByRole('columnheader')[2]!.getAttribute('aria-sort')).toBe('descending');
});

test('[K429] when it cannot be loaded it says Something Went Wrong with the cause, and Retry loads it', async () => {
  let isDown = true;
  openGradebook({ answers: { 'GET /dashboard/grade-book': () => (isDown ? failure(409, 'ANSWER_TOO_LARGE') : success(answerOf())) } });
  expect(await screen.findByText('Something Went Wrong')).toBeDefined();
  expect(screen.getByText('server says ANSWER_TOO_LARGE')).toBeDefined();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('grid');
});

test('below 600 px one student or one item stands at a time, with the same typing', async () => {
  const calls = openGradebook({ width: 390 });
  await screen.findByText('Amara Diallo: 1 of 3');
  expect(screen.queryByRole('grid')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('Ben Whitaker: 2 of 3');
  await userEvent.type(screen.getByRole('textbox', { name: /Simple circuits/ }), '46{Enter}');
  await waitFor(() => expect(many(calls)).toHaveLength(1));
  expect(cellsOf(many(calls)[0])[0]).toMatchObject({ account_id: 102, courseWorkId: 12, to: 46 });
  await userEvent.click(screen.getByRole('radio', { name: 'One item' }));
  await screen.findByText('Charge and current: 1 of 2');
});

test('a class without students, and one without work, says what to do', async () => {
  openGradebook({ answer: answerOf([], {}, []) });
  await screen.findByText('No students yet');
  closeScreen();
  readyForScreen();
  openGradebook({ answer: answerOf([]) });
  await screen.findByText('Nothing to grade yet');
});

test('[B1504] without a line what is typed says at once that it is kept on this device', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  openGradebook({ answers: { 'POST /grade-submissions/bulk': () => new Promise(() => undefined) } });
  (await findCell(/Ben/, /Simple/)).focus();
  await type('46{Enter}');
  expect(screen.getByText('Kept on this device: 1').closest('[role="status"]')).not.toBeNull();
  expect(screen.queryByText('1 saving')).toBeNull();
});

test('[B1503] a button that the Tab key shows leads from the top of the page to the grades', async () => {
  openGradebook();
  await screen.findByRole('grid');
  await userEvent.click(screen.getByRole('button', { name: 'To the grades' }));
  expect(document.activeElement?.getAttribute('tabindex')).toBe('0');
  expect(document.activeElement?.closest('[role="grid"]')).not.toBeNull();
});

test('[B1493] cells that were typed one by one are undone one by one, though they went out together', async () => {
  const calls = openGradebook({
    answers: {
      'POST /grade-submissions/bulk': (call) =>
        success({ act_id: 7, act_ids: [6, 7], count: 2, saved: cellsOf(call).map((cell) => savedOf(cell)), refused: [], refused_count: 0, message: 'saved' }),
      'POST /grade-book/acts/7/undo': success({
        act_id: 8,
        count: 1,
        saved: [savedOf({ ...BEN, account_id: 103, to: null }, { revision: 2 })],
        refused: [],
        refused_count: 0,
      }),
      'POST /grade-book/acts/6/undo': success({ act_id: 9, count: 1, saved: [savedOf({ ...BEN, to: null }, { revision: 2 })], refused: [], refused_count: 0 }),
    },
  });
  (await findCell(/Ben/, /Simple/)).focus();
  // No pause between the keys: on a slow machine the first grade would go out alone.
  await userEvent.setup({ delay: null }).keyboard('4{Enter}5{Enter}');
  await screen.findByText('2 saved');
  expect(many(calls).map(({ body }) => body)).toMatchObject([{ kind: 'edit', separate: true, changes: { to: [4, 5] } }]);
  await type('{Control>}zz{/Control}');
  await waitFor(() =>
    expect(calls.flatMap(({ path }) => (path.startsWith('/grade-book/acts') ? [path] : []))).toEqual(['/grade-book/acts/7/undo', '/grade-book/acts/6/undo']),
  );
  await screen.findByText(/^\d changes? undone$/);
});
