import '../../testing/patience.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../app/api.ts';
import { setScreenWidth } from '../../testing/match-media.ts';
import { DataTable, useList, type ListAnswer, type ListState } from './index.ts';

interface Row {
  id: number;
  name: string;
  course: string;
}
type Load = (query: { page: number; search_text: string }, signal: AbortSignal) => Promise<ListAnswer<Row>>;

const answer = (rows: string[], total = rows.length, page = 1): ListAnswer<Row> => ({
  data: rows.map((name, index) => ({ id: index, name, course: 'Science' })),
  pagination: {
    total,
    per_page: 2,
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / 2)),
    from: total ? 2 * page - 1 : null,
    to: total ? 2 * page - 2 + rows.length : null,
  },
});

function List({ load, onState }: { load: Load; onState?: (state: ListState) => void }) {
  const [state, setState] = useState<ListState>({});
  const list = useList('things', state, load);
  return (
    <DataTable
      caption="Things"
      rowKey={(row) => row.id}
      list={list}
      state={state}
      onState={(next) => {
        setState(next);
        onState?.(next);
      }}
      columns={[
        { key: 'name', header: 'Name', cell: (row) => row.name },
        { key: 'course', header: 'Course', cell: (row) => row.course },
      ]}
      renderOpen={(row, words, className) => (
        <a href={`/things/${row.id}`} className={className}>
          {words}
        </a>
      )}
      empty={<p>No things yet</p>}
    />
  );
}

const draw = (load: Load, onState?: (state: ListState) => void) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <List load={load} {...(onState ? { onState } : {})} />
    </QueryClientProvider>,
  );

beforeEach(() => setScreenWidth(1280));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a list', () => {
  test('shows a page of rows, where one is in it, and the way to the other pages', async () => {
    const load = vi.fn<Load>(async ({ page }) => answer([`row ${page}a`, `row ${page}b`], 5, page));
    draw(load);
    expect(await screen.findByRole('link', { name: 'row 1a' })).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Things' })).toBeTruthy();
    expect(screen.getByText('1 – 2 of 5')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(await screen.findByText('row 2a')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Page 2' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('button', { name: 'Previous page' })).toHaveProperty('disabled', false);
  });

  test('becomes cards below 600 px, each field with its name', async () => {
    setScreenWidth(390);
    draw(async () => answer(['Simple circuits']));
    const card = (await screen.findByRole('list', { name: 'Things' })).querySelector('li') as HTMLElement;
    expect(within(card).getByRole('link', { name: 'Simple circuits' })).toBeTruthy();
    expect(within(card).getByText('Course').nextElementSibling?.textContent).toBe('Science');
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('says what to do when it is empty, and something else when a search found nothing', async () => {
    draw(async ({ search_text }) => answer([], search_text ? 0 : 0));
    expect(await screen.findByText('No things yet')).toBeTruthy();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  test('[K431] a failed load says why and offers a Retry', async () => {
    const load = vi
      .fn<Load>()
      .mockRejectedValueOnce(new ApiError('NETWORK'))
      .mockResolvedValueOnce(answer(['back again']));
    draw(load);
    expect(await screen.findByText(/no connection to the school/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('back again')).toBeTruthy();
  });
});

describe('quick search', () => {
  const type = (words: string) => fireEvent.change(screen.getByRole('searchbox', { name: 'Quick search' }), { target: { value: words } });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test('asks once, 500 ms after the last key, from the first page on, and cancels what was asked before', async () => {
    vi.useFakeTimers();
    const signals: AbortSignal[] = [];
    const load = vi.fn<Load>((query, signal) => {
      signals.push(signal);
      return query.search_text === 'la'
        ? new Promise(() => undefined)
        : Promise.resolve(answer(query.search_text ? ['lamp'] : ['a', 'b'], query.search_text ? 1 : 5));
    });
    const states: ListState[] = [];
    draw(load, (state) => states.push(state));
    await pass(50);
    expect(screen.getByText('a')).toBeTruthy();
    for (const words of ['l', 'la']) {
      type(words);
      await pass(400);
    }
    expect(load).toHaveBeenCalledTimes(1);
    await pass(100);
    expect(load).toHaveBeenCalledTimes(2);
    expect(load.mock.lastCall?.[0]).toEqual({ page: 1, search_text: 'la' });
    type('lamp');
    await pass(500);
    expect(signals[1]?.aborted).toBe(true);
    await pass(10);
    expect(screen.getByText('lamp')).toBeTruthy();
    expect(states).toEqual([{ search_text: 'la' }, { search_text: 'lamp' }]);
  });

  test('Enter asks at once; Clear brings the whole list back', async () => {
    const load = vi.fn<Load>(async ({ search_text }) => (search_text ? answer([], 0) : answer(['a', 'b'], 5)));
    draw(load);
    await screen.findByText('a');
    await userEvent.type(screen.getByRole('searchbox'), 'nothing{Enter}');
    expect(await screen.findByText('Nothing found')).toBeTruthy();
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear the search' })[0] as HTMLElement);
    expect(await screen.findByText('a')).toBeTruthy();
  });
});
