import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../base/api.ts';
import { setScreenWidth } from '../../testing/match-media.ts';
import { signIn, signOut } from '../../base/session.ts';
import { choosePreferences } from '../../base/preferences.ts';
import { person } from '../../testing/people.ts';
import { scriptFetch, success } from '../../testing/scripted-fetch.ts';
import { DataTable, type ListAnswer, type ListState, usePagedList } from './index.ts';
import { type Selection, useSelection } from './use-selection.ts';

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

function List({ load, onState, further = 0, begins = {} }: { load: Load; onState?: (state: ListState) => void; further?: number; begins?: ListState }) {
  const [state, setState] = useState<ListState>(begins);
  const list = usePagedList(['things'], { page: state.page ?? 1, search_text: state.search_text ?? '' }, load);
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
        { key: 'course', header: 'Course', cell: (row) => row.course !== '' && row.course },
        ...Array.from({ length: further }, (_, at) => ({ key: `further ${at}`, header: `Further ${at}`, cell: (row: Row) => row.course })),
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

const draw = (load: Load, onState?: (state: ListState) => void, begins: ListState = {}) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <List load={load} begins={begins} {...(onState ? { onState } : {})} />
    </QueryClientProvider>,
  );

beforeEach(() => setScreenWidth(1280));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a list', () => {
  test('[Q152] shows a page of rows, where one is in it, and the way to the other pages', async () => {
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

  test('[B1985] a card leaves out the name of a field that a row has nothing for', async () => {
    setScreenWidth(390);
    draw(async () => ({ ...answer(['Simple circuits']), data: [{ id: 1, name: 'Simple circuits', course: '' }] }));
    expect(await screen.findByRole('link', { name: 'Simple circuits' })).toBeTruthy();
    expect(screen.queryByText('Course')).toBeNull();
  });

  test('[B229] of many columns becomes cards on a tablet too, of a few it stays a table there', async () => {
    setScreenWidth(768);
    const queries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const drawn = (further: number) => (
      <QueryClientProvider key={further} client={queries()}>
        <List load={async () => answer(['Simple circuits'])} further={further} />
      </QueryClientProvider>
    );
    const { rerender } = render(drawn(4));
    expect(await screen.findByRole('table', { name: 'Things' })).toBeTruthy();
    rerender(drawn(5));
    expect(await screen.findByRole('list', { name: 'Things' })).toBeTruthy();
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

  test('[Q416] asks once, 500 ms after the last key, from the first page on, and cancels what was asked before', async () => {
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

test('a page that is gone leads to the last one that there is, with the same search', async () => {
  const states: ListState[] = [];
  const onState = (state: ListState) => states.push(state);
  draw(async ({ page }) => answer(page > 2 ? [] : ['Cells'], 3, page), onState, { page: 7, search_text: 'c' });
  expect(await screen.findByText('Cells')).toBeTruthy();
  expect(states).toEqual([{ page: 2, search_text: 'c' }]);
});

describe('[B208] rows to select', () => {
  const PAGES = [['Ada', 'Bo'], ['Cy', 'Di'], ['Ed']];
  const shown: { selection: Selection | null } = { selection: null };
  const chosen = () => shown.selection as Selection;
  function Selectable({ pages = PAGES, onLink = () => undefined }: { pages?: string[][]; onLink?: () => void }) {
    const [state, setState] = useState<ListState>({});
    const selection = useSelection(JSON.stringify(state.search_text ?? ''));
    useEffect(() => {
      shown.selection = selection;
    });
    const query = { page: state.page ?? 1, search_text: state.search_text ?? '' };
    const list = usePagedList([`people ${pages.flat().length}`], query, async ({ page, search_text }) => {
      const rows = search_text ? ['Ada'] : (pages[page - 1] ?? []);
      const reply = answer(rows, search_text ? 1 : pages.flat().length, page);
      return { ...reply, data: rows.map((name) => ({ id: name.charCodeAt(0), name, course: '' })) };
    });
    return (
      <>
        <button type="button">before</button>
        <DataTable
          caption="People"
          rowKey={(row) => row.id}
          list={list}
          state={state}
          onState={setState}
          selecting={{
            of: selection,
            nameOf: (row) => row.name,
            actions: (
              <button type="button" onClick={onLink}>
                Link
              </button>
            ),
          }}
          columns={[
            { key: 'name', header: 'Name', cell: (row) => row.name },
            { key: 'delete', header: 'Delete', card: 'aside', cell: (row) => <button type="button">{`Delete ${row.name}`}</button> },
          ]}
          empty={<p>Nobody</p>}
        />
      </>
    );
  }
  const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const open = (element = <Selectable />, queries = client()) => {
    const view = render(<QueryClientProvider client={queries}>{element}</QueryClientProvider>);
    return { again: (next: typeof element) => view.rerender(<QueryClientProvider client={queries}>{next}</QueryClientProvider>) };
  };
  const bar = () => screen.queryByRole('group', { name: 'Actions for the selection' });

  test('stay selected across pages; the bar counts them; Escape clears it and leads back to the boxes', async () => {
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Ada' }));
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Di' }));
    expect(within(bar() as HTMLElement).getByRole('status').textContent).toContain('2 selected');
    expect([...chosen().keys].sort()).toEqual([65, 68]);
    await userEvent.keyboard('{Escape}');
    expect(bar()).toBeNull();
    expect(chosen().keys.size).toBe(0);
    expect((document.activeElement as HTMLInputElement).type).toBe('checkbox');
  });

  test('Enter on a box leads to what can be done, without a mouse', async () => {
    const onLink = vi.fn<() => void>();
    open(<Selectable onLink={onLink} />);
    const box = await screen.findByRole('checkbox', { name: 'Select Bo' });
    box.focus();
    await userEvent.keyboard(' {Enter}');
    expect(document.activeElement?.textContent).toBe('Link');
    await userEvent.keyboard('{Enter}');
    expect(onLink).toHaveBeenCalledTimes(1);
  });

  test('a whole page selected offers everything that was found; leaving one out keeps the page', async () => {
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select every row on this page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all 5 found' }));
    expect(chosen().isAll).toBe(true);
    expect(within(bar() as HTMLElement).getByRole('status').textContent).toContain('All 5 found are selected');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Bo' }));
    expect([chosen().isAll, [...chosen().keys]]).toEqual([false, [65]]);
    expect((screen.getByRole('checkbox', { name: 'Select every row on this page' }) as HTMLInputElement).indeterminate).toBe(true);
  });

  test('another search begins with nothing selected: nobody acts on rows that are no longer shown', async () => {
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Bo' }));
    await userEvent.type(screen.getByRole('searchbox'), 'ada{Enter}');
    await vi.waitFor(() => expect(screen.queryByText('Bo')).toBeNull(), 10_000);
    expect(chosen().keys.size).toBe(0);
  });

  test('[B209] [B255] paging leads to the first row of the new page', async () => {
    open();
    await screen.findByText('Ada');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('Cy');
    await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('Cy'), 10_000);
    expect(document.activeElement?.tagName).toBe('TR');
  });

  test('[B209] when the row with the focus is gone, the same button of the row in its place has it; without rows the list', async () => {
    const queries = client();
    const { again } = open(<Selectable pages={[['Ada', 'Bo', 'Cy']]} />, queries);
    (await screen.findByRole('button', { name: 'Delete Bo' })).focus();
    again(<Selectable pages={[['Ada', 'Cy']]} />);
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Delete Cy'), 10_000);
    again(<Selectable pages={[[]]} />);
    await screen.findByText('Nobody');
    await vi.waitFor(() => expect(document.activeElement?.hasAttribute('data-rows')).toBe(true), 10_000);
  });

  test('[B211] on a phone what can be done stands in the line of the title, and boxes select too', async () => {
    setScreenWidth(390);
    open();
    const card = (await screen.findByText('Ada')).closest('li') as HTMLElement;
    expect(within(card).getByRole('button', { name: 'Delete Ada' }).closest('dl')).toBeNull();
    await userEvent.click(within(card).getByRole('checkbox', { name: 'Select Ada' }));
    expect(bar()).toBeTruthy();
  });

  describe('[B221] keys', () => {
    beforeEach(() => {
      scriptFetch({ 'PUT /settings/preferences': ({ body }) => success({ preferences: body as object }) });
      signIn('token', person());
    });
    afterEach(() => signOut());

    test('J and K walk, X selects; they wait while somebody types, and can be switched off', async () => {
      open();
      await screen.findByText('Ada');
      await vi.waitFor(async () => {
        await userEvent.keyboard('j'); // the keys arrive a moment after the rows
        expect(document.activeElement?.textContent).toContain('Bo');
      }, 10_000);
      await userEvent.keyboard('kx');
      expect([...chosen().keys]).toEqual([65]);
      await userEvent.type(screen.getByRole('searchbox'), 'j');
      expect(document.activeElement).toBe(screen.getByRole('searchbox'));
      screen.getByRole('button', { name: 'before' }).focus();
      act(() => choosePreferences({ shortcuts: false }));
      await userEvent.keyboard('j');
      expect(document.activeElement?.textContent).toBe('before');
    });
  });
});

test('[B1944] the quick search of a list is a landmark that is named after it, so that a page with two lists has two', async () => {
  draw(async () => answer(['One']));
  await screen.findByText('One');
  expect(within(screen.getByRole('search', { name: 'Things' })).getByRole('searchbox', { name: 'Quick search' })).toBeTruthy();
});
