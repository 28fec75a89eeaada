import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { Chart, ChartSwitch, type ChartView } from './ChartViews.tsx';
import { Columns } from './Columns.tsx';
import { Line, type LinePoint } from './Line.tsx';
import type { ChartItem } from './marks.ts';

afterEach(cleanup);
const textOf = (element: HTMLElement | undefined): string => element?.textContent ?? '';
const linesOf = (list: HTMLElement | undefined): string[] =>
  within(list as HTMLElement)
    .getAllByRole('listitem')
    .map(textOf);
const partOf = (line: HTMLElement | undefined, at: string): string =>
  (line as HTMLElement).querySelector<HTMLElement>('[style*="--at"]')?.style.getPropertyValue(at) ?? '';

const figures: ChartItem[] = [
  { key: 'students', label: 'Total Students', mark: 'a', value: 1200 },
  { key: 'enrollments', label: 'Total Enrollments', mark: 'b', value: 2400 },
  { key: 'classes', label: 'Total Course', mark: 'c', value: 0 },
];

describe('figures that are no parts of a whole', () => {
  const show = (view: ChartView) => render(<Chart view={view} items={figures} whole={null} title="Who learns where" heading="Figure" count="Number" />);

  test('stand in a ring without a sum, and their bars without percents', () => {
    show('pie');
    const ring = screen.getByRole('img', { name: 'Number: Total Students 1,200, Total Enrollments 2,400, Total Course 0' });
    expect(ring.querySelectorAll('path')).toHaveLength(2);
    expect(textOf(ring)).toBe('');
    expect(linesOf(screen.getAllByRole('list')[0])).toEqual(['Total Students1,200 ', 'Total Enrollments2,400 ', 'Total Course0 ']);
    // on a phone they are bars, too: in one stacked bar they would look like parts
    expect(linesOf(screen.getAllByRole('list')[1])).toEqual(linesOf(screen.getAllByRole('list')[0]));
  });

  test('are compared with the largest of them', () => {
    const { container } = show('bars');
    expect([...container.querySelectorAll<HTMLElement>('[style*="width"]')].map((bar) => bar.style.width)).toEqual(['50%', '100%', '0%']);
  });

  test('have a table without shares', () => {
    show('table');
    expect(screen.getAllByRole('row').map(textOf)).toEqual(['FigureNumber', 'Total Students1,200', 'Total Enrollments2,400', 'Total Course0']);
  });
});

describe('columns', () => {
  test('say their values as text and stand over an axis from the least upper end on', () => {
    render(<Columns items={figures.map((item) => ({ ...item, value: item.value / 10 }))} axisFrom={500} />);
    const list = screen.getByRole('list');
    expect(linesOf(list)).toEqual(['Total Students 120', 'Total Enrollments 240', 'Total Course 0']);
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((line) => partOf(line, '--at')),
    ).toEqual(['0.24', '0.48', '0']);
    expect([...document.querySelectorAll('[aria-hidden] > i')].map((step) => step.textContent)).toEqual(['0', '100', '200', '300', '400', '500']);
  });

  test('grow beyond it, and long steps are short words', () => {
    render(<Columns items={[{ ...figures[0], value: 61_234 } as ChartItem]} axisFrom={500} />);
    expect([...document.querySelectorAll('[aria-hidden] > i')].map((step) => step.textContent)).toEqual(['0', '20K', '40K', '60K', '80K']);
    expect(linesOf(screen.getByRole('list'))).toEqual(['Total Students 61,234']);
  });

  test('of nothing have no bar', () => {
    const { container } = render(<Columns items={[{ ...figures[0], value: 0 } as ChartItem]} />);
    expect(container.querySelectorAll('rect[width]:not(pattern *)')).toHaveLength(0);
    expect(linesOf(screen.getByRole('list'))).toEqual(['Total Students 0']);
  });
});

describe('a line', () => {
  const points: LinePoint[] = [
    { key: '1', label: 'Mar 2', value: 40 },
    { key: '2', label: 'Mar 9', value: 80 },
    { key: '3', label: 'Mar 16', value: null },
    { key: '4', label: 'Mar 23', value: 60 },
    { key: '5', label: 'Mar 30', value: 50 },
  ];
  const line = { points, title: 'Right answers', most: 100, valueText: (value: number) => `${value}%` };

  test('says its values, and has a gap where there is nothing', () => {
    render(<Line {...line} />);
    const picture = screen.getByRole('img', { name: 'Right answers: Mar 2 40%, Mar 9 80%, Mar 16 –, Mar 23 60%, Mar 30 50%' });
    expect(picture.querySelector('path')?.getAttribute('d')).toBe('M0.00 60.00L25.00 20.00M75.00 40.00L100.00 50.00');
  });

  test('of one point stands in the middle', () => {
    render(<Line {...line} points={points.slice(0, 1)} />);
    expect(screen.getByRole('img').querySelector('path')?.getAttribute('d')).toBe('M50.00 60.00');
  });

  const weeks = (length: number): LinePoint[] => Array.from({ length }, (_, index) => ({ key: String(index), label: `week ${index}`, value: index }));

  test('[B1923] [B1984] names each of sixteen weeks, every second one a row lower, on a phone in twice as many rows, and every few of more', () => {
    const { rerender } = render(<Line {...line} points={weeks(16)} />);
    const labels = (): HTMLElement[] => screen.getAllByText(/^week/);
    expect(labels().map(textOf)).toEqual(weeks(16).map(({ label }) => label));
    expect(labels().map(({ style }) => style.getPropertyValue('--row'))).toEqual(weeks(16).map((_, index) => String(index % 2)));
    rerender(<Line {...line} points={weeks(8)} />);
    expect(labels().map(({ style }) => style.getPropertyValue('--row'))).toEqual(weeks(8).map(() => '0'));
    const narrowRows = (): string[] => labels().map(({ style }) => style.getPropertyValue('--narrow-row'));
    expect(narrowRows()).toEqual(['0', '1', '0', '1', '0', '1', '0', '1']);
    rerender(<Line {...line} points={weeks(16)} />);
    expect(narrowRows()).toEqual(weeks(16).map((_, index) => String(index % 4)));
    rerender(<Line {...line} points={weeks(40)} />);
    expect(labels().map(textOf)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39].map((index) => `week ${index}`));
  });
});

test('the switch offers what the chart has', () => {
  function Switched() {
    const [view, setView] = useState<'columns' | 'table'>('columns');
    return (
      <>
        <ChartSwitch view={view} views={['columns', 'table']} onView={setView} />
        <p>{view}</p>
      </>
    );
  }
  render(<Switched />);
  expect(screen.getAllByRole('radio').map((choice) => choice.getAttribute('aria-label'))).toEqual(['Columns', 'Table']);
  fireEvent.click(screen.getByRole('radio', { name: 'Table' }));
  screen.getByText('table');
});
