import { dashboards, type DashboardDeclaration } from '@classwright/contract';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, type Reply, scriptFetch, type SeenCall, success } from '../../../testing/scripted-fetch.ts';
import { RingPanel } from './Charts.tsx';
import type { Definition } from './definitions.ts';
import { Head } from './Head.tsx';
import { DashboardsScreen } from './index.ts';
import { all } from './testing.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const turn = (right: readonly [number, number, number], moves: readonly [number, number, number, number] = [8, 9, 1, 2]) => {
  const [kept_right, wrong_to_right, right_to_wrong, kept_wrong] = moves;
  const [alone, after, transfer] = right.map((count) => ({ answered: 20, right: count }));
  const gain = (wrong_to_right - right_to_wrong) / (wrong_to_right + kept_wrong);
  return { alone, after, transfer, moves: { kept_right, wrong_to_right, right_to_wrong, kept_wrong }, gain, interval: { low: 0.4, high: 0.9 } };
};
/** Returns a text with plain spaces and hyphens, since a form’s name is never broken. */
const textOf = ({ textContent }: Element): string => textContent.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-');
const none = { answered: 0, right: 0 };
const lesson = (id: number, held_on: string, rest: object) => ({ assessment_id: id, title: `Circuits ${id}`, class_name: '9B', held_on, ...rest });
const live = {
  total: 3,
  done: 1,
  total_sessions: 3,
  before: null,
  running: 0,
  weeks: [
    { week: '2026-11-02', sessions: 1, share_right: 0.5, ...turn([10, 15, 12]) },
    { week: '2026-11-16', sessions: 2, share_right: 0.8, ...turn([9, 16, 10], [3, 2, 6, 9]), gain: -0.36, interval: null },
  ],
  lessons: [
    lesson(1, '2026-11-03', turn([10, 15, 12])),
    lesson(2, '2026-11-17', { ...turn([9, 16, 10]), transfer: none }),
    lesson(3, '2026-11-18', turn([9, 16, 10])),
  ],
  whole: { since: '2026-11-03', ...turn([28, 47, 34], [20, 21, 2, 5]) },
};

function open({
  answers = {},
  definitions = all,
  address = '/dashboard?tab=live-instructions',
}: {
  answers?: object;
  definitions?: object;
  address?: string;
} = {}) {
  const numbers = { total: 12, done: 5, left: 7, stats: { total: 12, done: 5, left: 7 }, before: null };
  const seen = scriptFetch({
    'GET /dashboard/definitions': success(definitions),
    'GET /dashboard/live-instructions': success(live),
    'GET /dashboard/student-assignment': success(numbers),
    ...answers,
  });
  return { seen, router: openScreen(DashboardsScreen, { address, rights: ['dashboard:view'] }) };
}

describe('[B2459] right answers over time', () => {
  test('are three lines by lesson: each lesson is a link that says its shares with counts and its gain, and opens it', async () => {
    open();
    const chart = await screen.findByRole('group', { name: 'Right answers over time' });
    const links = within(chart).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([1, 2, 3].map((id) => `/live-snapshot?assessment_id=${id}`));
    expect(links[0]?.getAttribute('aria-label')).toBe(
      'Circuits 1, Tue, Nov 3, 2026. Alone: 50% (10 of 20). After talking: 75% (15 of 20). Transfer: 60% (12 of 20). Normalized gain: 0.73. 95% confidence: 0.37 to 1.00',
    );
    expect(links[1]?.getAttribute('aria-label')).toContain('Transfer: no answers.');
    const lines = [...chart.querySelectorAll('path[vector-effect]')].map((path) => path.getAttribute('d'));
    expect(lines).toEqual(['M16.67 50.00L50.00 55.00L83.33 55.00', 'M16.67 25.00L50.00 20.00L83.33 20.00', 'M16.67 40.00M83.33 50.00']);
    expect(within(chart).getAllByRole('listitem').slice(0, 3).map(textOf)).toEqual(['Alone (Form - 1A)', 'After talking (Form - 1B)', 'Transfer (Form - 2)']);
  });

  test('are shown by week, with a gap where nothing was held; a week opens its lessons with the same filters', async () => {
    open({ address: '/dashboard?tab=live-instructions&class=3', answers: { 'GET /dashboard/lists/class': success({ data: [{ id: 3, name: '9B' }] }) } });
    await userEvent.click(await screen.findByRole('button', { name: 'By week' }));
    const chart = screen.getByRole('group', { name: 'Right answers over time' });
    expect(within(chart).getAllByRole('listitem').slice(3)).toHaveLength(3);
    const links = within(chart).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      [
        ['2026-11-02', '2026-11-08'],
        ['2026-11-16', '2026-11-22'],
      ].map(([from, to]) => `/dashboard?tab=live-instructions&from=${from}&to=${to}&figure=total_sessions`),
    );
    expect([...chart.querySelectorAll('path[vector-effect]')][0]?.getAttribute('d')).toBe('M16.67 50.00M83.33 55.00');
  });

  test('have a table, the gain of all lessons together in words, and below −1 a loss whose size nobody can say', async () => {
    open();
    await screen.findByText(/Normalized gain of all these lessons together: 0\.73\. 19 of 26 possible gained\. 95% confidence: 0\.\d\d to 0\.\d\d/);
    await userEvent.click(screen.getByRole('button', { name: 'By week' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Table' }));
    const rows = within(screen.getByRole('table', { name: 'Right answers over time' })).getAllByRole('row');
    expect(rows.map(textOf)).toEqual([
      'WeekAlone (Form - 1A)After talking (Form - 1B)Transfer (Form - 2)Normalized gain',
      'Week of Mon, Nov 2, 2026: 1 lesson50% (10 of 20)75% (15 of 20)60% (12 of 20)0.73 (0.40 to 0.90)',
      'Week of Mon, Nov 9, 2026: 0 lessons––––',
      'Week of Mon, Nov 16, 2026: 2 lessons45% (9 of 20)80% (16 of 20)50% (10 of 20)−0.36',
    ]);
    closeScreen();
    readyForScreen();
    const loss = { ...live, whole: { ...live.whole, ...turn([9, 9, 9], [18, 0, 6, 5]), gain: -1.2, interval: null } };
    open({ answers: { 'GET /dashboard/live-instructions': success(loss) } });
    await screen.findByText(/This is a loss; too few were wrong before to say how large\./);
  });

  test('of a student are their own lines, without a gain, and open their own snapshots', async () => {
    const own = ({ ...rest }: object) => ({ ...rest, moves: null, gain: null, interval: null });
    const mine = { ...live, weeks: live.weeks.map(own), lessons: live.lessons.map(own), whole: own(live.whole) };
    open({ definitions: { ...all, is_own: true }, answers: { 'GET /dashboard/live-instructions': success(mine) } });
    const chart = await screen.findByRole('group', { name: 'Right answers over time' });
    expect(within(chart).getAllByRole('link')[0]?.getAttribute('href')).toBe('/student-live-snapshot?assessment_id=1');
    expect(screen.queryByText(/gain/)).toBeNull();
  });
});

describe('[B2460] a refused filter', () => {
  const answered = ({ query }: SeenCall): Reply =>
    query.get('from') === '1900-01-01'
      ? failure(422, 'VALIDATION_FAILED', { errors: { from: ['Too early'] } })
      : success({ total: query.has('from') ? 3 : 12, done: 5, before: null });

  test('keeps the last figures on the screen and comes into no address; a right one after it does', async () => {
    const { router } = open({ address: '/dashboard?from=2026-11-02', answers: { 'GET /dashboard/student-assignment': answered } });
    const total = async () => (await screen.findByRole('link', { name: /^TOTAL/ })).textContent;
    await waitFor(async () => expect(await total()).toBe('TOTAL3'));
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    const field = screen.getByLabelText('Start Date');
    await userEvent.clear(field);
    await userEvent.type(field, '1900-01-01');
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await screen.findByText('Too early');
    await waitFor(() => expect(screen.queryByText('Loading the figures.')).toBeNull());
    expect([await total(), router.state.location.search]).toEqual(['TOTAL3', { from: '2026-11-02' }]);
    expect((field as HTMLInputElement).value).toBe('1900-01-01');
    await userEvent.clear(field);
    await userEvent.type(field, '2026-11-09');
    await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: undefined, from: '2026-11-09', figure: undefined }));
    expect(screen.queryByText('Too early')).toBeNull();
  });

  test('is folded into one line with the others, each of which is removed by one press', async () => {
    const { router } = open({ address: '/dashboard?from=2026-11-02&to=2026-11-08' });
    expect((await screen.findByRole('button', { name: 'Filters' })).getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Start Date: Mon, Nov 2, 2026' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ to: '2026-11-08' }));
  });
});

const numbersOf = ({ figures }: DashboardDeclaration): Record<string, number> =>
  Object.fromEntries(Object.keys(figures).map((name, index) => [name, index + 1]));
/** Returns a declared dashboard as the server describes it, as far as charts and sentences need it. */
const described = ({ name, title, chart, parts = [], figures }: DashboardDeclaration) =>
  ({
    name,
    title,
    about: `About ${name}.`,
    parts,
    chart: { of: chart.of, axis_from: chart.axisFrom },
    figures: Object.entries(figures).map(([key, { title: label, mark = null }]) => ({
      name: key,
      label,
      says: '',
      kind: 'count',
      rows: '',
      over: null,
      of: null,
      mark,
    })),
  }) as unknown as Definition;
const figuresOf = (declaration: DashboardDeclaration) =>
  ({ now: numbersOf(declaration), before: null, running: 0, weeks: [], lessons: [], whole: live.whole, types: [] }) as unknown as Parameters<
    typeof Head
  >[0]['figures'] &
    object;

test('[B2453] of no declared dashboard are figures that are not its parts drawn as one stacked bar, at any width', () => {
  for (const { declaration } of dashboards) {
    const one = declaration as DashboardDeclaration;
    const { container } = render(<RingPanel definition={described(one)} figures={figuresOf(one)} toRows={() => ({})} />);
    const isOfParts = one.chart.of.every((name) => one.parts?.includes(name));
    const stacks = container.querySelectorAll('[class*="stack"][role="img"]');
    expect([one.name, stacks.length]).toEqual([one.name, isOfParts ? 1 : 0]);
    expect([one.name, container.querySelectorAll('[class*="narrow"] li').length]).toEqual([one.name, one.chart.of.length]);
    cleanup();
  }
});

test('[B2461] every dashboard begins with a sentence from its own figures, for staff and for a student', () => {
  const said = (isOwn: boolean) =>
    dashboards.map(({ declaration }) => {
      const one = declaration as DashboardDeclaration;
      const { container } = render(<Head definition={described(one)} figures={figuresOf(one)} isOwn={isOwn} />);
      const [sentence, about] = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
      cleanup();
      expect(about).toBe(`About ${one.name}.`);
      return sentence;
    });
  expect(said(false)).toEqual([
    '1 student. A class has 0.7 on average.',
    '5 scheduled lessons are past their dates and were not held.',
    '1 lesson since Tue, Nov 3, 2026: 140% right alone, 235% after talking.',
    '8 pieces of work are turned in and waiting for a grade.',
    'On average, 33% of the students were in each of 2 lessons.',
    '1 published question. Used in more than one assessment: 3.',
  ]);
  expect(said(true).slice(2, 5)).toEqual([
    'You took part in 1 lesson since Tue, Nov 3, 2026: 140% right alone, 235% after talking.',
    '3 pieces of your work are past due.',
    'Your classes held 9 lessons. You took part in 3.',
  ]);
});
