import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { router } from '../../../app/router.tsx';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, type Reply, scriptFetch, type SeenCall, success } from '../../../testing/scripted-fetch.ts';
import { queryClient } from '../../../base/query-client.ts';
import { DashboardPage, DashboardsScreen } from './index.ts';
import { all, attendance } from './testing.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const PATHS = [
  '/dashboard/student-enrollment',
  '/dashboard/student-assignment',
  '/dashboard/live-instructions',
  '/dashboard/grade-book/filter',
  '/dashboard/attendance',
  '/dashboard/question-bank',
];
const numbers = { total: 12, done: 5, left: 7, reused: 2, teachers: 1 };
const figures = (rest: object = {}): Reply => success({ ...numbers, stats: numbers, before: null, ...rest });
type Answers = Parameters<typeof scriptFetch>[0];

/** Opens the fields of the filters, which are folded into one line. */
async function showFilters() {
  const button = await screen.findByRole('button', { name: 'Filters' });
  if (button.getAttribute('aria-expanded') === 'false') await userEvent.click(button);
}

function open(
  address: string,
  {
    answers = {},
    definitions = all,
    rights = ['dashboard:view'],
    ...rest
  }: { answers?: Answers; definitions?: object; rights?: string[]; width?: number } = {},
) {
  const seen = scriptFetch({
    'GET /dashboard/definitions': success(definitions),
    ...Object.fromEntries(PATHS.map((path) => [`GET ${path}`, figures()])),
    ...answers,
  });
  const opened = openScreen(DashboardsScreen, { address, rights, ...rest });
  return { router: opened, seen, asked: (path: string): SeenCall[] => seen.filter((call) => call.path === path) };
}

const tabs = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent);
const cardsList = () => screen.findByRole('list', { name: 'Figures' });
const card = async (name: string) => within(await cardsList()).findByRole('link', { name: new RegExp(`^${name}`) });

describe('[L060] [L114] the page of all dashboards', () => {
  test('[L115] has seven tabs and opens on Assignments', async () => {
    open('/dashboard');
    expect(await tabs()).toEqual(['Summary', 'Student Enrollment', 'Assignments', 'Live Instruction', 'Grades', 'Attendance', 'My Questions']);
    expect(screen.getByRole('tab', { name: 'Assignments' }).getAttribute('aria-selected')).toBe('true');
    expect((await card('TOTAL')).textContent).toBe('TOTAL12');
  });

  test('keeps the tab in the address, and drops what the last one was filtered by', async () => {
    const { router } = open('/dashboard?tab=assignments&class=3&figure=done');
    await card('TOTAL');
    await userEvent.click(screen.getByRole('tab', { name: 'Grades' }));
    expect(router.state.location.search).toEqual({ tab: 'grade-book' });
  });

  test('[L356] shows students what is their own: no filters, no Summary and no Student Enrollment', async () => {
    const own = { ...all, is_own: true, data: all.data.slice(1).map((one) => ({ ...one, filters: [] })) };
    open('/dashboard', { definitions: own });
    expect(await tabs()).toEqual(['Assignments', 'Live Instruction', 'Grades', 'Attendance', 'My Questions']);
    await card('TOTAL');
    expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull();
  });

  test('says why when the definitions cannot be loaded, and tries again', async () => {
    let isUp = false;
    open('/dashboard', { answers: { 'GET /dashboard/definitions': () => (isUp ? success(all) : failure(503, 'UNAVAILABLE')) } });
    const again = await screen.findByRole('button', { name: 'Retry' });
    isUp = true;
    await userEvent.click(again);
    expect(await tabs()).toHaveLength(7);
  });
});

describe('[L136] [L137] the Summary', () => {
  const summaryOf = (name: string) => screen.findByRole('region', { name });

  test('[L138] [L139] asks all six at once and draws each over an axis from 500, of assignments from 300', async () => {
    const { seen } = open('/dashboard?tab=summary');
    for (const { title } of all.data) expect((await within(await summaryOf(title)).findAllByRole('listitem'))[0]?.textContent).toMatch(/ 12$/);
    expect(seen.map(({ path }) => path).filter((path) => path.startsWith('/dashboard/') && path !== '/dashboard/definitions')).toEqual(PATHS);
    const ends = await Promise.all(all.data.map(async ({ title }) => [...(await summaryOf(title)).querySelectorAll('[aria-hidden] > i')].at(-1)?.textContent));
    expect(ends).toEqual(['500', '300', '500', '500', '500', '500']);
    expect(
      within(await summaryOf('My Questions'))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Questions 12', 'Admin approved 5', 'Reused 2', 'Teacher approved 1']);
  });

  const preferences = (mail: 'now' | 'never', sends_mail = true) =>
    success({ message: 'Saved.', sends_mail, preferences: [{ kind: 'weekly-figures', mail, is_usual: false }] });

  test('[B841] the weekly mail is begun and ended with one press', async () => {
    const put = vi.fn<(mail: 'now' | 'never') => ReturnType<typeof preferences>>((mail) => preferences(mail));
    open('/dashboard?tab=summary', {
      answers: {
        'GET /notifications/preferences': preferences('never'),
        'PUT /notifications/preferences': ({ body }) => put((body as { preferences: [{ mail: 'now' | 'never' }] }).preferences[0].mail),
      },
    });
    const weekly = await screen.findByRole('switch', { name: 'Weekly email' });
    await userEvent.click(weekly);
    await waitFor(() => expect(weekly.getAttribute('aria-checked')).toBe('true'));
    await userEvent.click(weekly);
    await waitFor(() => expect(weekly.getAttribute('aria-checked')).toBe('false'));
    expect(put.mock.calls).toEqual([['now'], ['never']]);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(weekly.getAttribute('aria-checked')).toBe('true'));
    expect(put.mock.calls).toEqual([['now'], ['never'], ['now']]);
  });

  test('offers no weekly mail where none is sent', async () => {
    const { asked } = open('/dashboard?tab=summary', { answers: { 'GET /notifications/preferences': preferences('never', false) } });
    await summaryOf('Grades');
    await waitFor(() => expect(asked('/notifications/preferences')).toHaveLength(1));
    expect(screen.queryByRole('switch')).toBeNull();
  });

  test('[B2442] is filtered by class: each dashboard takes the class by its id or by its name, and its links keep it', async () => {
    const lists = { 'GET /dashboard/lists/class': success({ data: [{ id: 4, name: 'Physics 9B' }] }) };
    const posted = { 'POST /dashboard/student-enrollment': figures() };
    const { router, asked } = open('/dashboard?tab=summary', { answers: { ...lists, ...posted } });
    await summaryOf('Grades');
    await showFilters();
    await userEvent.type(screen.getByRole('combobox', { name: 'Class' }), 'Phy');
    await userEvent.click(await screen.findByRole('option', { name: /Physics 9B/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(asked('/dashboard/student-assignment').at(-1)?.query.get('class')).toBe('4'));
    await waitFor(() => expect(asked('/dashboard/student-enrollment').at(-1)?.body).toEqual({ class: 'Physics 9B' }));
    expect(asked('/dashboard/live-instructions').at(-1)?.query.get('class')).toBeNull(); // it has no such filter
    expect(router.state.location.search).toMatchObject({ tab: 'summary', class: 4 });
    expect(screen.getByRole('link', { name: 'Open Assignments' }).getAttribute('href')).toBe('/dashboard?tab=assignments&class=4');
    expect(screen.getByRole('link', { name: 'Open Student Enrollment' }).getAttribute('href')).toBe('/dashboard?tab=student-enrollment');
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Class: Physics 9B' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'summary' }));
    expect(screen.getByRole('link', { name: 'Open Assignments' }).getAttribute('href')).toBe('/dashboard?tab=assignments');
  });

  test('[L539] fails one by one, each with its own Retry', async () => {
    let isUp = false;
    const { asked } = open('/dashboard?tab=summary', { answers: { 'GET /dashboard/attendance': () => (isUp ? figures() : failure(503, 'UNAVAILABLE')) } });
    const again = await within(await summaryOf('Attendance')).findByRole('button', { name: 'Retry' });
    await within(await summaryOf('Grades')).findAllByRole('listitem');
    isUp = true;
    await userEvent.click(again);
    await within(await summaryOf('Attendance')).findAllByRole('listitem');
    expect(asked('/dashboard/question-bank')).toHaveLength(1);
  });

  test('has a table behind each chart, whose numbers lead to their rows', async () => {
    open('/dashboard?tab=summary');
    const region = await summaryOf('Grades');
    await userEvent.click(within(region).getByRole('radio', { name: 'Table' }));
    const table = await within(region).findByRole('table', { name: 'Grades' });
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['FigureNumberWhat it counts', 'TOTAL12TOTAL in words.', 'DONE5DONE in words.']);
    expect(within(table).getByRole('link', { name: 'DONE' }).getAttribute('href')).toBe('/dashboard?tab=grade-book&figure=done');
  });
});

describe('[L146] a card', () => {
  test('says what its figure counts, and by what it is filtered, to pointer, focus and press; Escape closes it', async () => {
    open('/dashboard?from=2026-11-02');
    await card('DONE');
    const says = screen.getByRole('button', { name: 'What “DONE” counts' });
    const words = 'DONE in words.Filtered by Start Date: Mon, Nov 2, 2026.';
    await userEvent.hover(says);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
    await userEvent.unhover(says);
    await userEvent.hover(says);
    expect(screen.getByRole('tooltip').textContent).toBe(words);
    expect(says.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
    await userEvent.unhover(says);
    expect(screen.queryByRole('tooltip')).toBeNull();
    says.focus();
    expect((await screen.findByRole('tooltip')).textContent).toBe(words);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip')).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('tooltip').textContent).toBe(words);
  });

  test('says how it changed against the equal period before', async () => {
    const before = { total: 10, done: 9, from: '2026-10-26', to: '2026-11-01', is_even: true };
    open('/dashboard?from=2026-11-02&to=2026-11-08', { answers: { 'GET /dashboard/student-assignment': figures({ before }) } });
    await screen.findByText('2 more than Mon, Oct 26, 2026 to Sun, Nov 1, 2026');
    await screen.findByText('4 fewer than Mon, Oct 26, 2026 to Sun, Nov 1, 2026');
  });

  test('[B1928] a share is compared in points, whatever the counts and the days are; of nothing there is none', async () => {
    const share = {
      ...all,
      data: all.data.map((one) => ({ ...one, figures: one.figures.map((each) => (each.name === 'done' ? { ...each, of: ['done', 'left'] } : each)) })),
    };
    const period = { total: 3, from: '2026-10-26', to: '2026-11-01', is_even: false };
    let before: object = { ...period, done: 1, left: 3 };
    const answers = { 'GET /dashboard/student-assignment': () => figures({ before }) };
    // 5 of 5 + 7
    for (const [then, words] of [
      [{ done: 1, left: 3 }, '42% of 12: 17 percentage points more than from Mon, Oct 26, 2026 to Sun, Nov 1, 2026'],
      [{ done: 43, left: 57 }, '42% of 12: 1 percentage point less than from Mon, Oct 26, 2026 to Sun, Nov 1, 2026'],
      [{ done: 42, left: 58 }, '42% of 12, the same as from Mon, Oct 26, 2026 to Sun, Nov 1, 2026'],
    ] as const) {
      before = { ...period, ...then };
      open('/dashboard?from=2026-11-02&to=2026-11-08', { answers, definitions: share });
      await screen.findByText(words);
      expect(screen.queryAllByText(/(more|fewer) than|the same as /)).toHaveLength(words.includes('less') ? 0 : 1);
      closeScreen();
      readyForScreen();
    }
    before = { ...period, done: 0, left: 0 };
    open('/dashboard?from=2026-11-02&to=2026-11-08', { answers, definitions: share });
    await card('DONE');
    expect(screen.queryByText(/ % of /)).toBeNull();
  });

  test('[B1562] compares nothing with nothing, and no counts over periods with fewer or more school days', async () => {
    const before = { total: 10, done: 0, from: '2026-10-26', to: '2026-11-01' };
    const answered = { 'GET /dashboard/student-assignment': () => figures({ before: { ...before, is_even: isEven } }) };
    let isEven = true;
    open('/dashboard?from=2026-11-02&to=2026-11-08', { answers: answered });
    await screen.findByText(/^2 more than/);
    expect(screen.queryAllByText(/(more|fewer) than/)).toHaveLength(1);
    closeScreen();
    readyForScreen();
    isEven = false;
    open('/dashboard?from=2026-11-02&to=2026-11-08', { answers: answered });
    await card('TOTAL');
    expect(screen.queryAllByText(/(more|fewer) than/)).toHaveLength(0);
  });

  test('opens the rows that it is counted over, with its filters; they sort, page, lead on and download', async () => {
    const row = { id: 4, link: 9, amount: null, title: 'Simple circuits', held_on: '2026-11-03', state: 'finished' };
    const rows = (call: SeenCall): Reply => {
      const { body } = pageOf([row], { total: 30, last_page: 2, current_page: Number(call.query.get('page')) }) as { body: object };
      return { body: { ...body, figure: 'done', value: 30, rows: 'things' } };
    };
    const windows = vi.spyOn(window, 'open').mockReturnValue({} as Window);
    const { router, asked } = open('/dashboard?class=3', {
      answers: {
        'GET /dashboard/lists/class': success({ data: [{ id: 3, name: '9B' }] }),
        'GET /dashboard/student-assignment/rows': rows,
        'POST /hand-off': success({ code: 'once', expires_at: '2026-11-23T10:00:00Z' }),
      },
    });
    await userEvent.click(await card('DONE'));
    await screen.findByRole('heading', { level: 2, name: 'DONE: 30' });
    expect(router.state.location.search).toEqual({ class: 3, figure: 'done' });
    expect(Object.fromEntries(asked('/dashboard/student-assignment/rows')[0]!.query)).toEqual({ class: '3', figure: 'done', page: '1', per_page: '25' });
    const table = await screen.findByRole('table', { name: 'DONE' });
    expect(within(table).getAllByRole('row')[1]?.textContent).toBe('Simple circuitsTue, Nov 3, 2026Completed');
    expect(within(table).getByRole('link', { name: 'Simple circuits' }).getAttribute('href')).toBe('/live-snapshot?assessment_id=9');
    await userEvent.click(within(table).getByRole('button', { name: 'Held on' }));
    await waitFor(() => expect(asked('/dashboard/student-assignment/rows').at(-1)?.query.get('sort')).toBe('held_on'));
    await userEvent.click(screen.getByRole('button', { name: 'Download “DONE” as an Excel file' }));
    await waitFor(() => expect(windows.mock.calls[0]?.[0]).toBe('/api/dashboard/student-assignment/export?class=3&figure=done&format=xlsx&code=once'));
    await userEvent.click(screen.getByRole('button', { name: 'Close the rows' }));
    expect(router.state.location.search).toEqual({ class: 3 });
  });

  const noRows = { 'GET /dashboard/student-assignment/rows': pageOf([]) };

  test('takes the focus to its rows, and has it back when they are closed, by their button or by Back', async () => {
    const { router } = open('/dashboard', { answers: noRows });
    const link = await card('DONE');
    await userEvent.click(link);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: /^DONE/ })));
    expect(link.getAttribute('aria-current')).toBe('page');
    await userEvent.click(screen.getByRole('button', { name: 'Close the rows' }));
    await waitFor(() => expect(document.activeElement).toBe(link));
    await userEvent.click(link);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: /^DONE/ })));
    router.history.back();
    await waitFor(() => expect(document.activeElement).toBe(link));
  });

  test('of a mean says the mean above its rows, and what it is the quotient of', async () => {
    const average = { name: 'average', label: 'AVERAGE', says: 'AVERAGE in words.', kind: 'mean', rows: 'things', over: ['done', 'total'] };
    const data = all.data.map((one) => (one.name === 'assignments' ? { ...one, figures: [...one.figures, average] } : one));
    open('/dashboard?figure=average', {
      definitions: { ...all, data },
      answers: {
        'GET /dashboard/student-assignment': figures({ total: 8, done: 221, average: 27.6 }),
        'GET /dashboard/student-assignment/rows': { body: { ...(pageOf([]) as { body: object }).body, figure: 'average', value: 221, rows: 'things' } },
      },
    });
    await screen.findByRole('heading', { level: 2, name: 'AVERAGE: 27.6' });
    await screen.findByText('AVERAGE in words. This is DONE (221) divided by TOTAL (8). The rows below are those of DONE.');
  });

  test('that is pressed twice is one step of the history', async () => {
    const { router } = open('/dashboard', { answers: noRows });
    await userEvent.click(await card('DONE'));
    await waitFor(() => expect(router.state.location.search).toEqual({ figure: 'done' }));
    const { length } = router.history;
    await userEvent.click(await card('DONE'));
    expect(router.history.length).toBe(length);
  });
});

describe('the filters', () => {
  test('[L347] [L348] where all are empty, Filter asks nothing and says so in red', async () => {
    const { asked } = open('/dashboard');
    await showFilters();
    await card('TOTAL');
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    expect((await screen.findByText('Select a Filter Criteria')).getAttribute('role')).toBe('alert');
    expect(asked('/dashboard/student-assignment')).toHaveLength(1);
  });

  test('[L118] [L305] [L306] Filter shows that it loads, stands in the address, and Reset clears it and asks for everything anew, each with one call', async () => {
    let answer: (reply: Reply) => void = () => undefined;
    const { router, asked } = open('/dashboard', {
      answers: { 'GET /dashboard/student-assignment': ({ query }) => (query.has('from') ? new Promise<Reply>((resolve) => (answer = resolve)) : figures()) },
    });
    await showFilters();
    await card('TOTAL');
    await userEvent.type(screen.getByLabelText('Start Date'), '2026-11-02');
    expect(asked('/dashboard/student-assignment')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await screen.findByText('Loading the figures.');
    expect((await cardsList()).getAttribute('aria-busy')).toBe('true');
    expect(router.state.location.search).toEqual({});
    answer(figures({ total: 3 }));
    await waitFor(async () => expect((await card('TOTAL')).textContent).toBe('TOTAL3'));
    expect(router.state.location.search).toEqual({ tab: undefined, from: '2026-11-02' });
    expect((await cardsList()).getAttribute('aria-busy')).toBe('false');
    const queries = () => asked('/dashboard/student-assignment').map(({ query }) => query.toString());
    expect(queries()).toEqual(['', 'from=2026-11-02']);
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(async () => expect((await card('TOTAL')).textContent).toBe('TOTAL12'));
    await waitFor(() => expect(queries()).toEqual(['', 'from=2026-11-02', '']));
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(queries()).toEqual(['', 'from=2026-11-02', '', '']));
    expect((screen.getByLabelText('Start Date') as HTMLInputElement).value).toBe('');
    expect(router.state.location.search).toEqual({});
  });

  test('[B902] students who left are offered as soon as they are to be counted', async () => {
    const gone = { id: 8, name: 'Ada Gone' };
    const { asked } = open('/dashboard?tab=grade-book', { answers: { 'GET /dashboard/lists/student': success({ data: [gone] }) } });
    await showFilters();
    const field = await screen.findByRole('combobox', { name: 'Student' });
    await userEvent.type(field, 'ada');
    await screen.findByRole('option', { name: 'Ada Gone' });
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Include people who left' }));
    await userEvent.clear(field);
    await userEvent.type(field, 'gone');
    const called = () => asked('/dashboard/lists/student').map(({ query }) => [query.get('query'), query.get('left')]);
    await waitFor(() =>
      expect(called()).toEqual([
        ['ada', null],
        ['gone', '1'],
      ]),
    );
  });

  test('[L457] suggestions are asked half a second after the last key, and for no empty text', async () => {
    const { router, asked } = open('/dashboard', { answers: { 'GET /dashboard/lists/class': success({ data: [{ id: 3, name: '9B' }] }) } });
    await showFilters();
    await card('TOTAL');
    const field = screen.getByRole('combobox', { name: 'Class' });
    await userEvent.click(field);
    await userEvent.type(field, '9b');
    expect(asked('/dashboard/lists/class')).toHaveLength(0);
    await userEvent.click(await screen.findByRole('option', { name: '9B' }));
    expect(asked('/dashboard/lists/class').map(({ query }) => query.get('query'))).toEqual(['9b']);
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ class: 3 }));
    expect((field as HTMLInputElement).value).toBe('9B');
  });

  test('typed names go in a body and never into the address, for figures and rows alike', async () => {
    const { router, asked } = open('/dashboard?tab=student-enrollment', {
      answers: { 'POST /dashboard/student-enrollment': figures({ stats: { total: 1, done: 1 } }), 'POST /dashboard/student-enrollment/rows': pageOf([]) },
    });
    await showFilters();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Student' }), 'Ada');
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(async () => expect((await card('TOTAL')).textContent).toBe('TOTAL1'));
    await userEvent.click(await card('TOTAL'));
    await waitFor(() => expect(asked('/dashboard/student-enrollment/rows')[0]?.body).toEqual({ student: 'Ada', figure: 'total', page: 1, per_page: 25 }));
    expect(asked('/dashboard/student-enrollment').find(({ method }) => method === 'POST')?.body).toEqual({ student: 'Ada' });
    expect(JSON.stringify(router.state.location)).not.toContain('Ada');
  });

  test('[B1924] a filter that is pressed while the first figures are still loading is sent, by pointer and by Enter', async () => {
    const { asked } = open('/dashboard?tab=student-enrollment', {
      answers: { 'GET /dashboard/student-enrollment': 'never', 'POST /dashboard/student-enrollment': 'never' },
    });
    await showFilters();
    const sent = () => asked('/dashboard/student-enrollment').flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
    const name = await screen.findByRole('textbox', { name: 'Student' });
    await userEvent.type(name, 'Ada');
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(sent()).toEqual([{ student: 'Ada' }]));
    await userEvent.type(name, ' B{Enter}');
    await waitFor(() => expect(sent()).toEqual([{ student: 'Ada' }, { student: 'Ada B' }]));
  });

  test('people who left are included by a tick, which stands in the address and goes with figures and rows alike', async () => {
    const { router, asked } = open('/dashboard?tab=attendance', {
      answers: {
        'POST /dashboard/attendance/students': success({
          students: [],
          pagination: { total: 0, per_page: 25, current_page: 1, last_page: 1, from: null, to: null },
        }),
        'GET /dashboard/attendance/rows': pageOf([]),
      },
    });
    await showFilters();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Include people who left' }));
    expect(asked('/dashboard/attendance')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'attendance', left: 1 }));
    await waitFor(() => expect(asked('/dashboard/attendance').at(-1)?.query.get('left')).toBe('1'));
    await waitFor(() => expect(asked('/dashboard/attendance/students').at(-1)?.body).toMatchObject({ left: '1' }));
    await userEvent.click(await card('TOTAL'));
    await waitFor(() => expect(asked('/dashboard/attendance/rows')[0]?.query.get('left')).toBe('1'));
    await userEvent.hover(screen.getByRole('button', { name: 'What “DONE” counts' }));
    expect(screen.getByRole('tooltip').textContent).toBe('DONE in words.Filtered by Include people who left.');
  });

  test('periods are one press each, by pointer and by keyboard, and stand in the address as days beside the other filters', async () => {
    const { router, asked } = open('/dashboard?class=3', { answers: { 'GET /dashboard/lists/class': success({ data: [{ id: 3, name: '9B' }] }) } });
    await card('TOTAL');
    const periods = screen.getByRole('group', { name: 'Period' });
    const chips = () => within(periods).getAllByRole('button');
    expect(chips().map(({ textContent }) => textContent)).toEqual(['This week', 'This month', 'Quarter 2', 'This year', 'All time']);
    expect(chips().map((chip) => chip.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'false', 'false', 'true']);
    await userEvent.click(within(periods).getByRole('button', { name: 'This week' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ class: 3, from: '2026-11-23', to: '2026-11-29' }));
    expect((screen.getByLabelText('Start Date') as HTMLInputElement).value).toBe('2026-11-23');
    await waitFor(() => expect(asked('/dashboard/student-assignment').at(-1)?.query.toString()).toBe('class=3&from=2026-11-23&to=2026-11-29'));
    within(periods).getByRole('button', { name: 'Quarter 2' }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toEqual({ class: 3, from: '2026-11-01', to: '2026-12-31' }));
    expect(chips().map((chip) => chip.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true', 'false', 'false']);
    await userEvent.click(within(periods).getByRole('button', { name: 'All time' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ class: 3 }));
  });

  test('[L465] [L467] [L468] My Questions finds questions by their words, and authors half a second after the last key, of the type that was chosen', async () => {
    const question = { id: 7, name: 'Why?', title: 'Why?', author: 'Ada Byron', account_type_id: 2, status: 1, teacher_status: 1, assessments: 3 };
    const page = { total: 1, per_page: 10, current_page: 1, last_page: 1, from: 1, to: 1 };
    const { router, asked } = open('/dashboard?tab=question-bank', {
      answers: {
        'GET /dashboard/question-bank': figures({ account_types: [{ id: 2, name: 'Teachers' }] }),
        'POST /dashboard/question-bank/search/questions': success({ questions: [question], pagination: page }),
        'POST /dashboard/question-bank/search/accounts': success({
          accounts: [{ id: 31, name: 'Ada Byron', account_type_id: 2, questions: 4 }],
          pagination: page,
        }),
      },
    });
    const found = await screen.findByRole('region', { name: 'Find questions' });
    await within(found).findByText('Why?');
    await userEvent.selectOptions(within(found).getByRole('combobox', { name: 'Account Type' }), 'Teachers');
    await waitFor(() => expect(asked('/dashboard/question-bank/search/questions').at(-1)?.body).toMatchObject({ account_type_id: 2 }));
    const field = within(found).getByRole('combobox', { name: 'Author' });
    await userEvent.click(field);
    await userEvent.type(field, 'ada');
    expect(asked('/dashboard/question-bank/search/accounts')).toHaveLength(0);
    await userEvent.click(await screen.findByRole('option', { name: /Ada Byron/ }));
    expect(asked('/dashboard/question-bank/search/accounts').map(({ body }) => body)).toEqual([{ account_type_id: 2, search: 'ada', per_page: 20 }]);
    await waitFor(() => expect(asked('/dashboard/question-bank/search/questions').at(-1)?.body).toMatchObject({ account_type_id: 2, account_id: 31 }));
    await userEvent.type(within(found).getByRole('searchbox'), 'why');
    await waitFor(() => expect(asked('/dashboard/question-bank/search/questions').at(-1)?.body).toMatchObject({ search: 'why', account_id: 31 }));
    expect(router.state.location.search).toEqual({ tab: 'question-bank' });
  });

  test('[B1563] a mark that is none is refused at its field; the figures stay, and it comes into no address', async () => {
    const { router, asked } = open('/dashboard?tab=grade-book');
    await showFilters();
    await card('TOTAL');
    const before = asked('/dashboard/grade-book/filter').length;
    const field = screen.getByRole('textbox', { name: 'Marking Start' });
    await userEvent.type(field, 'eighty');
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await screen.findByText('Enter a number, for example 60');
    expect((await card('TOTAL')).textContent).toBe('TOTAL12');
    expect([router.state.location.search, asked('/dashboard/grade-book/filter').length]).toEqual([{ tab: 'grade-book' }, before]);
    await userEvent.clear(field);
    await userEvent.type(field, '٧٥');
    expect(screen.queryByText('Enter a number, for example 60')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(asked('/dashboard/grade-book/filter').at(-1)?.query.get('markingStart')).toBe('٧٥'));
  });

  test('what the server refuses stands at its field, which has the focus', async () => {
    open('/dashboard?tab=grade-book&markingStart=lots', {
      answers: { 'GET /dashboard/grade-book/filter': failure(422, 'VALIDATION_FAILED', { errors: { markingStart: ['Enter a number, for example 60'] } }) },
    });
    await screen.findByText('Enter a number, for example 60');
    const field = screen.getByRole('textbox', { name: 'Marking Start' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  test('[B1665] a wrong mark or day that stands in the address says so at its field, and the figures without it stay', async () => {
    open('/dashboard?tab=grade-book&markingStart=lots', {
      answers: {
        'GET /dashboard/grade-book/filter': (call: { query: URLSearchParams }) =>
          call.query.has('markingStart') ? failure(422, 'VALIDATION_FAILED', { errors: { markingStart: ['Enter a number, for example 60'] } }) : figures(),
      },
    });
    await screen.findByText('Enter a number, for example 60');
    expect((await card('TOTAL')).textContent).toMatch(/\d/);
    expect(screen.getByRole('textbox', { name: 'Marking Start' }).getAttribute('aria-invalid')).toBe('true');
  });

  test('[B1925] what was refused is not asked again with the figures, but again when Filter is pressed', async () => {
    const { asked } = open('/dashboard', {
      answers: {
        'GET /dashboard/student-assignment': ({ query }: { query: URLSearchParams }) =>
          query.has('from') ? failure(422, 'VALIDATION_FAILED', { errors: { from: ['Too early'] } }) : figures(),
      },
    });
    await showFilters();
    await card('TOTAL');
    const refused = () => asked('/dashboard/student-assignment').filter(({ query }) => query.has('from')).length;
    const taken = () => asked('/dashboard/student-assignment').length - refused();
    await userEvent.type(screen.getByLabelText('Start Date'), '1900-01-01');
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await screen.findByText('Too early');
    await waitFor(() => expect(refused()).toBe(1));
    const before = taken();
    await queryClient.invalidateQueries();
    expect([taken(), refused()]).toEqual([before + 1, 1]);
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(refused()).toBe(2));
    await screen.findByText('Too early');
  });

  test('[L539] a failed load ends the loading state with words and a Retry', async () => {
    let isUp = false;
    open('/dashboard', { answers: { 'GET /dashboard/student-assignment': () => (isUp ? figures() : failure(503, 'UNAVAILABLE')) } });
    const again = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.queryByText('Loading the figures.')).toBeNull();
    isUp = true;
    await userEvent.click(again);
    await card('TOTAL');
  });
});

describe('[L147] charts', () => {
  test('[B904] of nothing there is no percent', async () => {
    const nothing = { total: 0, done: 0, left: 0 };
    open('/dashboard?tab=grade-book', { answers: { 'GET /dashboard/grade-book/filter': figures({ stats: nothing }) } });
    await screen.findByRole('heading', { name: 'How TOTAL adds up: 0' });
    expect(screen.queryByText(/%/)).toBeNull();
  });

  test('[L141] My Questions have a ring of four segments with labelled bars beside it, on a phone bars alone since none is a part of another, and a table', async () => {
    open('/dashboard?tab=question-bank');
    const ring = await screen.findByRole('img', { name: 'Number: Questions 12, Admin approved 5, Reused 2, Teacher approved 1' });
    expect(ring.querySelectorAll('path')).toHaveLength(4);
    expect(screen.queryByRole('img', { name: 'Questions 12, Admin approved 5, Reused 2, Teacher approved 1' })).toBeNull();
    await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
    expect(within(screen.getByRole('table', { name: 'My Questions in a chart' })).getAllByRole('row')).toHaveLength(5);
  });

  test('[B903] parts stand below as one bar and as a table: with percent where they do sum to their whole, else with counts alone', async () => {
    open('/dashboard?tab=grade-book', {
      answers: { 'GET /dashboard/grade-book/filter': ({ query }) => figures(query.has('markingStart') ? { stats: { total: 12, done: 5, left: 6 } } : {}) },
    });
    await showFilters();
    await screen.findByRole('heading', { name: 'How TOTAL adds up: 12' });
    const parts = () => screen.getByRole('img', { name: /^DONE \d+, LEFT \d+$/ });
    expect([parts().getAttribute('aria-label'), parts().children.length]).toEqual(['DONE 5, LEFT 7', 2]);
    screen.getByText(/^\(42%\)$/);
    expect(
      within(await cardsList())
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['TOTAL12', 'DONE5']);
    await userEvent.click(screen.getAllByRole('radio', { name: 'Table' })[0]!);
    expect(within(await screen.findByRole('table', { name: 'How TOTAL adds up: 12' })).getAllByRole('row')).toHaveLength(3);
    await userEvent.type(screen.getByRole('textbox', { name: 'Marking Start' }), '50');
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await screen.findByRole('heading', { name: 'Overview' });
    await userEvent.click(screen.getAllByRole('radio', { name: 'Bars' })[0]!);
    expect(parts().getAttribute('aria-label')).toBe('DONE 5, LEFT 6');
    expect(screen.queryByText(/%/)).toBeNull();
  });

  test('lessons that run are said', async () => {
    open('/dashboard?tab=live-instructions', { answers: { 'GET /dashboard/live-instructions': figures({ running: 1 }) } });
    await screen.findByText('1 lesson is running; it counts when it has finished.');
  });
});

test('[L356] students find their own questions without choosing an author, and read what stands there once there are some', async () => {
  open('/dashboard?tab=question-bank', {
    definitions: { ...all, is_own: true },
    answers: {
      'POST /dashboard/question-bank/search/questions': success({
        questions: [],
        pagination: { total: 0, per_page: 10, current_page: 1, last_page: 1, from: null, to: null },
      }),
    },
  });
  await screen.findByText('Questions appear here once they are published.');
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('[B1564] a student reads how many lessons were held and how many they took part in, with the dates; no search and no table of one', async () => {
  open('/dashboard?tab=attendance', {
    definitions: { ...all, is_own: true },
    answers: {
      'GET /dashboard/attendance/student-details': success({
        student: { id: 1, name: 'Ada Byron' },
        data: [
          { date: '2026-11-03', lessons: 2, submitted_assessment: 1, logged_in: 1, engaged_in_session: 0 },
          { date: '2026-11-02', lessons: 1, submitted_assessment: 0, logged_in: 0, engaged_in_session: 0 },
        ],
      }),
    },
  });
  await screen.findByText('Held: 3. You took part in: 1.');
  expect(within(screen.getByRole('table', { name: 'Your lessons' })).getAllByRole('row')).toHaveLength(3);
  expect([screen.queryByRole('searchbox'), screen.queryByRole('table', { name: 'Students' })]).toEqual([null, null]);
});

describe('[L129] attendance', () => {
  const newest = [
    { held_on: '2026-11-02', state: 'absent' },
    { held_on: '2026-11-03', state: 'submittedEngaged' },
    { held_on: '2026-11-03', state: 'submitted' },
    { held_on: '2026-11-04', state: 'loggedIn' },
  ];
  const ada = { id: 31, name: 'Ada Byron', logged_in: 3, submitted_assessment: 2, engaged_in_session: 1, lessons: 4, newest };
  const answers = {
    'POST /dashboard/attendance/students': success({ students: [ada], pagination: { total: 1, per_page: 25, current_page: 1, last_page: 1, from: 1, to: 1 } }),
    'GET /dashboard/attendance/student-details': success({
      student: { id: 31, name: 'Ada Byron' },
      data: [{ date: '2026-11-03', lessons: 2, submitted_assessment: 1, logged_in: 2, engaged_in_session: 0 }],
    }),
  };

  test('[L130] [B2457] has a searchable table of students, the lowest share first, each with a strip of their lessons; names that are typed stand in no address', async () => {
    const { router, asked } = open('/dashboard?tab=attendance', { answers });
    const table = await screen.findByRole('table', { name: 'Students' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['No.', 'Name', 'Logged in', 'Share', 'Newest lessons', 'Submitted assessment', 'Engaged in session', 'VIEW']);
    expect((await within(table).findAllByRole('row'))[1]?.textContent).toBe('1Ada Byron3 of 475%21VIEW');
    const said = 'Ada Byron, oldest to newest: Nov 2 Absent, Nov 3 Submitted and engaged, Nov 3 Submitted, Nov 4 Logged in.';
    expect(within(table).getByRole('img', { name: said }).children).toHaveLength(4);
    expect(asked('/dashboard/attendance/students')[0]?.body).toMatchObject({ sort: 'share', direction: 'asc' });
    await userEvent.type(screen.getByRole('searchbox'), 'Byron');
    await waitFor(() => expect(asked('/dashboard/attendance/students').at(-1)?.body).toMatchObject({ search: 'Byron', page: 1 }));
    expect(router.state.location.search).toEqual({ tab: 'attendance' });
  });

  test('begins at the first page again where it is filtered otherwise, with the name that was searched for', async () => {
    const students = ({ body }: SeenCall): Reply =>
      success({ students: [ada], pagination: { total: 60, per_page: 25, current_page: (body as { page: number }).page, last_page: 3, from: 1, to: 25 } });
    const { asked } = open('/dashboard?tab=attendance', { answers: { ...answers, 'POST /dashboard/attendance/students': students } });
    await showFilters();
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Quick search' }), 'Byron');
    await waitFor(() => expect(asked('/dashboard/attendance/students').at(-1)?.body).toMatchObject({ search: 'Byron' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked('/dashboard/attendance/students').at(-1)?.body).toMatchObject({ search: 'Byron', page: 2 }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Include people who left' }));
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(asked('/dashboard/attendance/students').at(-1)?.body).toMatchObject({ left: '1', search: 'Byron', page: 1 }));
  });

  test('[L132] VIEW opens Student Details over the whole screen, with a line for each date', async () => {
    const { router } = open('/dashboard?tab=attendance', { answers });
    await userEvent.click(await screen.findByRole('button', { name: 'VIEW Ada Byron' }));
    const dialog = await screen.findByRole('dialog', { name: 'Student Details' });
    const table = await within(dialog).findByRole('table', { name: 'Ada Byron' });
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['DateLessonsSubmitted assessmentLogged inEngaged in session', 'Tue, Nov 3, 20262120']);
    expect(router.state.location.search).toEqual({ tab: 'attendance', details: 31 });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test.each([
  ['[L046]', '/question-dashboard'],
  ['[L047]', '/student-dashboard'],
  ['[L048]', '/grade-book-dashboard'],
  ['[L049]', '/assignment-dashboard'],
  ['[L050]', '/attendance-dashboard'],
  ['[L051]', '/live-instructions-dashboard'],
])('%s %s is a page for those who may see that dashboard', (_id, path) => {
  expect(router.routesByPath[path as '/home']?.options.staticData?.right).toBe(`${path.slice(1)}:view`);
});

test('[K046] a dashboard alone has its own title and no tabs', async () => {
  scriptFetch({
    'GET /dashboard/definitions': success(all),
    'GET /dashboard/attendance': figures(),
    'POST /dashboard/attendance/students': success({
      students: [],
      pagination: { total: 0, per_page: 25, current_page: 1, last_page: 1, from: null, to: null },
    }),
  });
  openScreen(() => <DashboardPage route={attendance.route} />, { address: '/attendance-dashboard', rights: ['attendance-dashboard:view'] });
  await screen.findByRole('heading', { level: 1, name: 'Attendance' });
  expect(screen.queryByRole('tab')).toBeNull();
  await screen.findByText('No students');
});
