import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { TabPanel, Tabs } from './Tabs.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  document.documentElement.dir = '';
});

const TABS = [
  { id: 'one', label: 'One' },
  { id: 'two', label: 'Two' },
  { id: 'three', label: 'Three' },
] as const;

function Parts() {
  const [value, setValue] = useState<'one' | 'two' | 'three'>('one');
  return (
    <>
      <Tabs name="parts" label="Parts" tabs={TABS} value={value} onChange={setValue} />
      <TabPanel name="parts" id={value}>
        <p>{value}</p>
      </TabPanel>
      <button type="button">after</button>
    </>
  );
}
const focused = () => document.activeElement?.textContent;
const chosen = () => screen.getByRole('tab', { selected: true }).textContent;

test('tabs are one stop of the Tab key; arrows, Home and End choose, round the ends', async () => {
  render(<Parts />);
  await userEvent.tab();
  expect(focused()).toBe('One');
  for (const [key, to] of [
    ['{ArrowRight}', 'Two'],
    ['{End}', 'Three'],
    ['{ArrowRight}', 'One'],
    ['{ArrowLeft}', 'Three'],
    ['{Home}', 'One'],
  ] as const) {
    await userEvent.keyboard(key);
    expect([key, focused(), chosen()]).toEqual([key, to, to]);
  }
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('One');
  await userEvent.tab();
  expect(focused()).toBe('after');
});

test('where text runs from right to left, the left arrow goes on', async () => {
  document.documentElement.dir = 'rtl';
  render(<Parts />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowLeft}');
  expect(chosen()).toBe('Two');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(chosen()).toBe('Three');
});

test('the chosen tab and its panel name each other', async () => {
  render(<Parts />);
  await userEvent.click(screen.getByRole('tab', { name: 'Two' }));
  const tab = screen.getByRole('tab', { name: 'Two' });
  const panel = screen.getByRole('tabpanel', { name: 'Two' });
  expect(tab.getAttribute('aria-controls')).toBe(panel.id);
  expect(screen.getByRole('tablist', { name: 'Parts' }).contains(tab)).toBe(true);
});

test('the chosen tab is in sight, where the row is longer than its place', async () => {
  const places: Record<string, readonly [number, number]> = { Parts: [10, 310], One: [10, 100], Two: [250, 350], Three: [350, 450] };
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const [left, right] = places[this.getAttribute('aria-label') ?? this.textContent] ?? [0, 0];
    const by = screen.getByRole('tablist').scrollLeft;
    const moved = this.getAttribute('role') === 'tab' ? by : 0;
    return { left: left - moved, right: right - moved } as DOMRect;
  });
  render(<Parts />);
  const row = screen.getByRole('tablist');
  expect(row.scrollLeft).toBe(0);
  await userEvent.click(screen.getByRole('tab', { name: 'Two' }));
  expect(row.scrollLeft).toBe(40);
  await userEvent.click(screen.getByRole('tab', { name: 'Three' }));
  expect(row.scrollLeft).toBe(140);
  await userEvent.click(screen.getByRole('tab', { name: 'One' }));
  expect(row.scrollLeft).toBe(0);
});
