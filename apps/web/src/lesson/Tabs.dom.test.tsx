import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { TabPanel, Tabs } from './Tabs.tsx';

afterEach(() => {
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
