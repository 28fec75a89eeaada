import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { closeScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, type Reply, type SeenCall, success } from '../../../testing/scripted-fetch.ts';
import { changeStoredGrades } from '../grade-outbox/grade-store.ts';
import { answerOf, partOf } from './testing/answer.ts';
import { openGradebook } from './testing/open-gradebook.tsx';

/** Wide enough for every column of fifty items. */
const WIDTH = 8_000;

beforeEach(() => {
  readyForScreen();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  localStorage.clear();
  return changeStoredGrades(7, { remove: ['7.3.60.101'] });
});
afterEach(closeScreen);

const ROWS = ['Amara', 'Ben', 'Elif', 'Class average'];
/**
 * Finds the cell of a student or of the class average in the sheet. `column`: an item's number from 1, or the overall
 * grade. Looks it up by position, since role queries are slow in a sheet this wide.
 */
async function cell(row: string, column: number | 'overall'): Promise<HTMLElement> {
  const place = `[data-row="${ROWS.indexOf(row)}"][data-column="${column === 'overall' ? 1 : column + 1}"]`;
  return waitFor(() => {
    const found = document.querySelector<HTMLElement>(place);
    if (!found) throw new Error(`no cell at ${place}`);
    return found;
  });
}
const header = (column: number | 'overall') => document.querySelector<HTMLElement>(`[data-row="-1"][data-column="${column === 'overall' ? 1 : column + 1}"]`)!;
const statusWords = () => [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);

const NOT_LOADED = 'Not loaded yet';
const many = answerOf(
  Array.from({ length: 50 }, (_, place) => ({ title: `Quiz ${place + 1}.`, draft: [40, 50, null], marks: 'rtc', due: `2026-09-${10 + (place % 20)}` })),
);
const isFirst = ({ query }: SeenCall) => query.get('columns') === '0-39' && query.get('heads') === 'true';
const placesOf = ({ query }: SeenCall) => (query.get('items') ?? '').split(',').map((id) => Number(id) - 11);

/** Opens a class of fifty items. The first response comes right away, the rest when the test releases it. */
function openMany({ address, answer = many, width }: { address?: string; answer?: typeof many; width?: number } = {}) {
  const rest = { answer: Promise.withResolvers<Reply>(), calls: 0 };
  const calls = openGradebook({
    ...(address && { address }),
    ...(width && { width }),
    answers: {
      'GET /dashboard/grade-book': (call) => {
        if (isFirst(call)) return success(partOf(answer, (place) => place < 40));
        if (call.query.has('items')) return success(partOf(answer, (place) => placesOf(call).includes(place), { withHeads: false }));
        rest.calls += 1;
        return rest.answer.promise;
      },
    },
  });
  return { calls: () => calls.filter(({ path }) => path === '/dashboard/grade-book'), rest, arrive: () => rest.answer.resolve(success(answer)) };
}

test('of a class with many items the first are there before the rest; what is not there says so, and nothing is reckoned from a part', async () => {
  const { arrive, rest } = openMany();
  expect((await cell('Amara', 40)).textContent).toContain('40');
  expect((await cell('Amara', 41)).textContent).toBe(NOT_LOADED);
  expect((await cell('Amara', 41)).getAttribute('aria-readonly')).toBe('true');
  expect((await cell('Amara', 'overall')).textContent).toBe(NOT_LOADED);
  expect((await cell('Class average', 'overall')).textContent).toBe(NOT_LOADED);
  expect((await cell('Class average', 1)).textContent).toBe('45.0');
  expect((await cell('Class average', 41)).textContent).toBe(NOT_LOADED);
  expect(screen.getByText('40 of 50 items loaded')).toBeDefined();
  expect(rest.calls).toBe(1);
  arrive();
  await waitFor(async () => expect((await cell('Amara', 50)).textContent).toContain('40'));
  expect((await cell('Amara', 'overall')).textContent).toBe('80.0%');
  await waitFor(async () => expect((await cell('Class average', 'overall')).textContent).toBe('60.0%'));
  expect(screen.queryByText(NOT_LOADED)).toBeNull();
  expect(screen.queryByText('40 of 50 items loaded')).toBeNull();
});

test('a class with few items is one call, and one with the same question when it is asked anew', async () => {
  const calls = openGradebook();
  await screen.findByRole('grid');
  await queryClient.invalidateQueries({ queryKey: ['class', 3, 'gradebook'] });
  const asked = calls.filter(({ path }) => path === '/dashboard/grade-book').map(({ query }) => query.toString());
  expect(new Set(asked)).toEqual(new Set(['class=3&letters=true&columns=0-39&heads=true']));
});

test('items that the address chooses come first, wherever they stand', async () => {
  const later = answerOf(
    Array.from({ length: 50 }, (_, place) => ({ title: `Quiz ${place + 1}.`, due: place < 45 ? '2026-09-18' : '2026-10-18', draft: [7, 8, 9] })),
  );
  const { calls } = openMany({ address: '/class-gradebook/3?date_range=["2026-10-01","2026-10-31"]', answer: later });
  expect((await cell('Amara', 1)).textContent).toBe('7');
  expect(calls().map(({ query }) => query.get('items') ?? query.get('columns'))).toEqual(['0-39', '56,57,58,59,60', null]);
});

test('while a part is there its cells are typed into; others, figures and copies say that the gradebook is still loading', async () => {
  const { arrive } = openMany();
  const saved = await cell('Elif', 1);
  saved.focus();
  await userEvent.keyboard('46{Enter}');
  await waitFor(async () => expect((await cell('Elif', 1)).textContent).toContain('Saved'));
  const says = async (act: () => Promise<unknown> | unknown) => {
    await act();
    await waitFor(() => expect(statusWords()).toContain('The gradebook is still loading.'));
    await userEvent.keyboard('{ArrowDown}');
  };
  (await cell('Amara', 41)).focus();
  await says(() => userEvent.keyboard('12'));
  expect(document.querySelector('[role="grid"] input')).toBeNull();
  await says(() => userEvent.keyboard('{Delete}'));
  const setData = vi.fn<(type: string, text: string) => void>();
  (await cell('Amara', 41)).focus();
  fireEvent.copy(await cell('Amara', 41), { clipboardData: { setData } });
  fireEvent.copy(await cell('Amara', 41), { clipboardData: { setData } });
  expect(setData).not.toHaveBeenCalled();
  // Sorting by a loaded item works, but not by a figure.
  fireEvent.click(header('overall').querySelector('button')!);
  expect(header('overall').hasAttribute('aria-sort')).toBe(false);
  fireEvent.click(header(1).querySelector('button')!);
  await waitFor(() => expect(header(1).getAttribute('aria-sort')).toBe('ascending'));
  arrive();
  // The response that was under way does not contain what was saved since.
  await waitFor(async () => expect((await cell('Ben', 50)).textContent).not.toBe(NOT_LOADED));
  // in its order: 40, 46, 50
  expect([0, 1, 2].map((row) => document.querySelector(`[data-row="${row}"][data-column="2"]`)?.textContent?.replace(/\D/g, ''))).toEqual(['40', '46', '50']);
});

test.each([
  ['a filter by grade', '?grade_status=Grade'],
  ['an order by a figure', '?sort=overall'],
  ['an order by an item that is not there', '?sort=item-60'],
  ['What if', '?what_if=true'],
])('%s waits for the whole gradebook', async (_, search) => {
  const { arrive } = openMany({ address: `/class-gradebook/3${search}` });
  await screen.findByText(/^The gradebook is still loading\. Your action continues/);
  expect(document.querySelector('[role="grid"]')).toBeNull();
  arrive();
  await waitFor(() => expect(document.querySelector('[role="grid"]')?.textContent).toContain('80.0%'));
  expect(screen.queryByText(NOT_LOADED)).toBeNull();
});

test('many grades are changed only when all are there', async () => {
  const { arrive } = openMany({ address: '/class-gradebook/3?dialog=act' });
  await screen.findByText(/^The gradebook is still loading\. Your action continues/);
  expect(screen.queryByRole('dialog')).toBeNull();
  arrive();
  await screen.findByRole('dialog', { name: 'Change grades' });
});

test('what is there stays when the rest fails, and Retry brings the rest', async () => {
  const { rest, calls } = openMany();
  await cell('Amara', 40);
  rest.answer.resolve(failure(422, 'ANSWER_TOO_LARGE'));
  await screen.findByText(/^Not all of the gradebook could be loaded/);
  expect((await cell('Amara', 40)).textContent).toContain('40');
  expect((await cell('Amara', 41)).textContent).toBe(NOT_LOADED);
  rest.answer = Promise.withResolvers();
  rest.answer.resolve(success(many));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect((await cell('Amara', 41)).textContent).toContain('40'));
  expect(calls().filter(isFirst)).toHaveLength(1);
  expect(screen.queryByText(/^Not all of the gradebook/)).toBeNull();
});

test('who leaves meanwhile asks no further', async () => {
  const { calls } = openMany();
  await cell('Amara', 40);
  const rest = calls().at(-1);
  closeScreen();
  expect(rest?.signal.aborted).toBe(true);
});

test('on a phone what is not loaded says so in its place', async () => {
  const { arrive } = openMany({ width: 360 });
  const item = (await screen.findByText('Quiz 41.')).closest('li')!;
  expect(item.textContent).toContain(NOT_LOADED);
  expect(item.querySelector('input')).toBeNull();
  expect(document.querySelector('dl')?.textContent).toBe(`Overall${NOT_LOADED}`);
  arrive();
  await waitFor(() => expect(item.querySelector('input')).not.toBeNull());
  expect(document.querySelector('dl')?.textContent).toContain('80.0%');
});

test('[B1497] a class of very many items is asked for in blocks, and is whole when the last one is here', async () => {
  const large = answerOf(Array.from({ length: 450 }, (_, place) => ({ title: `Quiz ${place + 1}.`, draft: [40, 50, null], marks: 'rtc' })));
  const calls = openGradebook({
    answers: {
      'GET /dashboard/grade-book': (call) =>
        isFirst(call)
          ? success(partOf(large, (place) => place < 40))
          : call.query.has('items')
            ? success(partOf(large, (place) => placesOf(call).includes(place), { withHeads: false }))
            : failure(503, 'UNAVAILABLE'),
    },
  });
  await waitFor(async () => expect((await cell('Amara', 'overall')).textContent).toBe('80.0%'));
  const asked = calls.filter(({ path }) => path === '/dashboard/grade-book').map(({ query }) => query.get('items')?.split(',').length ?? query.get('columns'));
  expect(asked).toEqual(['0-39', 200, 200, 10]);
  expect(screen.queryByText(NOT_LOADED)).toBeNull();
});

test('[B1910] a block that is refused because of too many calls is asked for again after as long as the server says, and those before it stay', async () => {
  const large = answerOf(Array.from({ length: 450 }, (_, place) => ({ title: `Quiz ${place + 1}.`, draft: [40, 50, null], marks: 'rtc' })));
  let refusals = 2;
  const calls = openGradebook({
    answers: {
      'GET /dashboard/grade-book': (call) => {
        if (isFirst(call)) return success(partOf(large, (place) => place < 40));
        if (placesOf(call).includes(300) && refusals-- > 0)
          return { status: 429, body: { status: 'error', code: 'TOO_MANY_REQUESTS', message: 'later' }, headers: { 'retry-after': '0' } };
        return success(partOf(large, (place) => placesOf(call).includes(place), { withHeads: false }));
      },
    },
  });
  await waitFor(async () => expect((await cell('Amara', 'overall')).textContent).toBe('80.0%'));
  const asked = calls.filter(({ path }) => path === '/dashboard/grade-book').map(({ query }) => query.get('items')?.split(',')[0] ?? query.get('columns'));
  expect(asked).toEqual(['0-39', '51', '251', '251', '251', '451']);
  expect(screen.queryByText(/^Not all of the gradebook/)).toBeNull();
});

test('[B1913] on a phone a class of very many items draws a page of them; the last field, and the button below it, bring the next', async () => {
  const large = answerOf(Array.from({ length: 150 }, (_, place) => ({ title: `Quiz ${place + 1}.`, draft: [40, 50, null], marks: 'rtc' })));
  openGradebook({ width: 360, answer: large });
  await screen.findByText('Quiz 60.');
  const fields = () => document.querySelectorAll<HTMLInputElement>('li input');
  expect(fields()).toHaveLength(60);
  fields()[59]!.focus();
  await userEvent.keyboard('31{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(fields()[60]));
  expect(fields()).toHaveLength(120);
  await userEvent.click(screen.getByRole('button', { name: 'Show 30 more' }));
  expect(fields()).toHaveLength(150);
  expect(screen.queryByRole('button', { name: /^Show .* more$/ })).toBeNull();
  // The next student opens on the first page.
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(fields()).toHaveLength(60));
});
