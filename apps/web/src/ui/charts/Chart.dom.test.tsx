import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { Chart, type ChartView } from './ChartViews.tsx';
import type { ChartItem } from './marks.ts';

const items: ChartItem[] = [
  { key: 1, label: 'It gets brighter', letter: 'A', mark: 'a', value: 3 },
  { key: 2, label: 'It stays the same', letter: 'B', mark: 'b', value: 1 },
];
const show = (view: ChartView) => render(<Chart view={view} items={items} title="How the class answered" heading="Response" count="answers" />);
afterEach(cleanup);

test('[B179] where nobody chose stands one figure, without a share of nothing', () => {
  render(
    <Chart view="bars" items={[...items, { key: 3, label: 'It goes out', letter: 'C', mark: 'c', value: 0 }]} title="How" heading="Response" count="answers" />,
  );
  expect(screen.getAllByRole('listitem').map((line) => line.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
    'AIt gets brighter3 75%',
    'BIt stays the same1 25%',
    'CIt goes out0',
  ]);
});

describe('[L112] a pie chart', () => {
  test('has its legend beside it as labelled bars, with counts and shares', () => {
    show('pie');
    const ring = screen.getByRole('img', { name: '4 answers: A 3, B 1' });
    expect(ring.querySelectorAll('path')).toHaveLength(2);
    const legend = screen.getAllByRole('list')[0] as HTMLElement;
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual(['AIt gets brighter3 75%', 'BIt stays the same1 25%']);
  });

  test('has one stacked bar with a key for narrow screens', () => {
    show('pie');
    expect(screen.getByRole('img', { name: 'A 3, B 1' }).children).toHaveLength(2);
    const key = screen.getAllByRole('list')[1] as HTMLElement;
    expect(
      within(key)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual(['A 3', 'B 1']);
  });

  test('has a table of its data', () => {
    show('table');
    const table = screen.getByRole('table', { name: 'How the class answered' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['ResponseanswersShare', 'AIt gets brighter375%', 'BIt stays the same125%']);
  });
});
