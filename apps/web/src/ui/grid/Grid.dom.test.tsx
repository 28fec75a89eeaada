import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Grid, type GridColumn } from './index.ts';

interface Bead {
  id: number;
  name: string;
}
const columns: GridColumn<Bead>[] = Array.from({ length: 200 }, (_, index) => ({
  key: `c${index}`,
  header: `Column ${index + 1}`,
  width: 100,
  sortable: index < 2,
  cell: ({ name }) => (index === 3 ? <button type="button">{`Open ${name}`}</button> : index === 0 ? name : `${name}/${index}`),
}));
const beads: Bead[] = Array.from({ length: 1000 }, (_, index) => ({ id: index, name: `Bead ${index}` }));
const rowAt = (index: number): Bead | undefined => beads[index];

beforeEach(() => {
  // Sizes are set by hand, since jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(520);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(640);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.documentElement.dir = '';
});

function Board({
  rows = 1000,
  at = rowAt,
  onSort = () => undefined,
  onView = () => undefined,
}: {
  rows?: number;
  at?: typeof rowAt;
  onSort?: (column: string, direction: 'asc' | 'desc') => void;
  onView?: (first: number, last: number) => void;
}) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  return (
    <>
      <output>{selected.size} selected</output>
      <Grid
        label="Beads"
        columns={columns}
        rowCount={rows}
        rowAt={at}
        onView={onView}
        sorting={{ column: 'c0', direction: 'asc', onSort }}
        selection={{
          has: ({ id }) => selected.has(id),
          nameOf: ({ name }) => name,
          set: (from, to, on) => {
            const next = new Set(selected);
            for (let id = from; id <= to; id++) next[on ? 'add' : 'delete'](id);
            setSelected(next);
          },
          all: () => setSelected(new Set(beads.map(({ id }) => id))),
          clear: () => setSelected(new Set()),
          count: selected.size,
        }}
      />
    </>
  );
}

const cell = () => document.activeElement as HTMLElement;
const where = () => [Number(cell().dataset['row']), Number(cell().dataset['column'])];
const press = (key: string, init: object = {}) => fireEvent.keyDown(cell(), { key, ...init });
const enter = () => act(() => document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]')!.focus());

test('only what is in view is in the document, and the grid says how much there is', () => {
  const onView = vi.fn<(first: number, last: number) => void>();
  render(<Board onView={onView} />);
  const grid = screen.getByRole('grid', { name: 'Beads' });
  expect(grid.getAttribute('aria-rowcount')).toBe('1001');
  expect(grid.getAttribute('aria-colcount')).toBe('200');
  const cells = grid.querySelectorAll('[data-column]');
  expect(cells.length).toBeGreaterThan(50);
  expect(cells.length).toBeLessThan(200); // out of 200,200
  expect(onView).toHaveBeenLastCalledWith(0, 13);
  fireEvent.scroll(Object.assign(grid, { scrollTop: 48 * 500, scrollLeft: 100 * 50 }));
  expect(onView).toHaveBeenLastCalledWith(496, 513);
  expect(screen.getByText('Bead 500/51')).toBeTruthy();
  const row = screen.getByText('Bead 500').closest('[role="row"]')!;
  expect(row.getAttribute('aria-rowindex')).toBe('502');
  expect(row.querySelector('[role="rowheader"]')?.getAttribute('aria-colindex')).toBe('1');
  expect(screen.getByText('Bead 500/51').closest('[role="gridcell"]')?.getAttribute('aria-colindex')).toBe('52');
  expect(screen.getByRole('columnheader', { name: 'Column 1' }).getAttribute('aria-sort')).toBe('ascending');
});

test('one cell is in the order of Tab; arrows and their like lead from it, and what they lead to comes into view', () => {
  render(<Board />);
  expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
  enter();
  expect(where()).toEqual([0, 0]);
  press('ArrowDown');
  press('ArrowRight');
  expect(where()).toEqual([1, 1]);
  press('End');
  expect(where()).toEqual([1, 199]);
  press('End', { ctrlKey: true });
  expect(where()).toEqual([999, 199]);
  expect(cell().textContent).toBe('Bead 999/199');
  press('PageUp');
  expect(where()).toEqual([990, 199]);
  press('Home');
  press('Home', { ctrlKey: true });
  expect(where()).toEqual([0, 0]);
  press('ArrowUp');
  expect(cell().getAttribute('role')).toBe('columnheader');
  expect(document.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1);
});

test('the cell with the focus stays while one scrolls away from it', () => {
  render(<Board />);
  enter();
  press('ArrowDown');
  const held = cell();
  fireEvent.scroll(Object.assign(screen.getByRole('grid'), { scrollTop: 48 * 700 }));
  expect(document.activeElement).toBe(held);
  expect(held.isConnected).toBe(true);
  press('ArrowDown');
  expect(where()).toEqual([2, 0]);
});

test('right to left the arrows are mirrored', () => {
  render(
    <div dir="rtl" style={{ direction: 'rtl' }}>
      <Board />
    </div>,
  );
  screen.getByRole('grid').style.direction = 'rtl';
  enter();
  press('ArrowLeft');
  expect(where()).toEqual([0, 1]);
  press('ArrowRight');
  expect(where()).toEqual([0, 0]);
});

test('Enter reaches what is in a cell and Escape comes back; on a header it sorts', () => {
  const onSort = vi.fn<(column: string, direction: 'asc' | 'desc') => void>();
  render(<Board onSort={onSort} />);
  enter();
  for (let step = 0; step < 3; step++) press('ArrowRight');
  press('Enter');
  expect(cell().textContent).toBe('Open Bead 0');
  press('ArrowDown');
  expect(cell().textContent).toBe('Open Bead 0');
  press('Escape');
  expect(where()).toEqual([0, 3]);
  press('ArrowUp');
  press('Home');
  press('Home');
  act(() => screen.getByRole('columnheader', { name: 'Column 2' }).focus());
  press('Enter');
  expect(onSort).toHaveBeenCalledWith('c1', 'asc');
});

test('Space selects a row, Shift with arrows several, Control A all, Escape none; how many is told', () => {
  render(<Board />);
  enter();
  press(' ');
  expect(screen.getByRole('status').textContent).toBe('1 selected');
  press('ArrowDown', { shiftKey: true });
  press('ArrowDown', { shiftKey: true });
  expect(screen.getByRole('status').textContent).toBe('3 selected');
  expect(cell().closest('[role="row"]')?.getAttribute('aria-selected')).toBe('true');
  press('a', { ctrlKey: true });
  expect(screen.getByRole('status').textContent).toBe('1000 selected');
  press('Escape');
  expect(screen.getByRole('status').textContent).toBe('0 selected');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Bead 4' }));
  expect(screen.getByRole('checkbox', { name: 'Select Bead 4' })).toHaveProperty('checked', true);
});

test('rows that are not here yet say so', () => {
  render(<Board at={(index) => (index < 3 ? beads[index] : undefined)} />);
  const row = screen.getByText('Row 4 is loading').closest('[role="row"]')!;
  expect(row.getAttribute('aria-busy')).toBe('true');
});

test('fewer rows than before keep the focus in the grid', () => {
  const { rerender } = render(<Board />);
  enter();
  press('End', { ctrlKey: true });
  rerender(<Board rows={5} />);
  expect(document.querySelector('[role="grid"] [tabindex="0"]')?.getAttribute('data-row')).toBe('4');
});
