import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ChoiceField, choicesIn, TagField, type Choice } from './index.ts';

afterEach(cleanup);

const cities = choicesIn(
  'cities',
  ['Berlin', 'Dublin', 'Lisbon', 'Oslo'].map((name, index) => ({ id: index + 1, name })),
);

function City({ several = false }: { several?: boolean }) {
  const [value, setValue] = useState<readonly Choice[]>([]);
  return <ChoiceField label="City" value={value} onChange={setValue} source={cities} several={several} />;
}
function Tags() {
  const [value, setValue] = useState<readonly string[]>([]);
  return <TagField label="Tags" value={value} onChange={setValue} known={['algebra', 'algebraic', 'logic']} newLabel={(text) => `New: ${text}`} />;
}
const draw = (field: React.JSX.Element) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      {field}
      <button type="button">after</button>
    </QueryClientProvider>,
  );
  const input = screen.getByRole<HTMLInputElement>('combobox');
  input.focus();
  return input;
};
const active = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;
const isOpen = (input: HTMLElement) => input.getAttribute('aria-expanded') === 'true';

test('what it is, is said: a combobox that controls a named list, of which it names the option that Enter takes', async () => {
  const input = draw(<City />);
  expect([input.getAttribute('aria-autocomplete'), isOpen(input), input.hasAttribute('aria-controls')]).toEqual(['list', false, false]);
  await userEvent.keyboard('{ArrowDown}');
  const list = await screen.findByRole('listbox', { name: 'City' });
  await screen.findAllByRole('option');
  expect([isOpen(input), input.getAttribute('aria-controls')]).toEqual([true, list.id]);
  expect(active(input)).toBe('Berlin');
  expect(document.activeElement).toBe(input);
  expect(screen.getByRole('status').textContent).toBe('Found: 4');
});

test('arrows open and walk round the ends, PageUp and PageDown go to them, Home and End stay with the text', async () => {
  const input = draw(<City />);
  await userEvent.keyboard('{ArrowUp}');
  await screen.findAllByRole('option');
  expect(active(input)).toBe('Oslo');
  for (const [key, to] of [
    ['{ArrowDown}', 'Berlin'],
    ['{ArrowUp}', 'Oslo'],
    ['{PageUp}', 'Berlin'],
    ['{PageDown}', 'Oslo'],
    ['{Home}', 'Oslo'],
    ['{End}', 'Oslo'],
  ] as const) {
    await userEvent.keyboard(key);
    expect([key, active(input)]).toEqual([key, to]);
  }
});

test('typing narrows and starts at the first that fits; Enter takes it and closes, and the focus stays', async () => {
  const input = draw(<City />);
  await userEvent.keyboard('li');
  await screen.findAllByRole('option');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Berlin', 'Dublin', 'Lisbon']);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(active(input)).toBe('Lisbon');
  await userEvent.keyboard('s');
  expect(active(input)).toBe('Lisbon');
  expect(screen.getByRole('status').textContent).toBe('Found: 1');
  await userEvent.keyboard('{Enter}');
  expect([input.value, isOpen(input), document.activeElement]).toEqual(['Lisbon', false, input]);
});

test('Alt and ArrowDown opens, Alt and ArrowUp and Escape close without choosing; Escape goes no further while it is open', async () => {
  const input = draw(<City />);
  for (const close of ['{Alt>}{ArrowUp}{/Alt}', '{Escape}']) {
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await screen.findAllByRole('option');
    expect(active(input)).toBe('Berlin');
    await userEvent.keyboard(close);
    expect([close, isOpen(input), input.value]).toEqual([close, false, '']);
  }
  const heard: string[] = [];
  const onKey = ({ key }: KeyboardEvent) => heard.push(key);
  document.addEventListener('keydown', onKey);
  await userEvent.keyboard('{ArrowDown}{Escape}{Escape}');
  document.removeEventListener('keydown', onKey);
  expect(heard).toEqual(['ArrowDown', 'Escape']);
});

test('Tab leaves it at once: the list closes, is no stop on the way, and nothing is chosen', async () => {
  const input = draw(<City />);
  await userEvent.keyboard('{ArrowDown}');
  await screen.findAllByRole('option');
  expect(screen.getByRole('listbox').tabIndex).toBe(-1);
  await userEvent.tab();
  expect([isOpen(input), input.value, document.activeElement?.textContent]).toEqual([false, '', 'after']);
});

test('Enter that ends the entry of an input method chooses nothing', async () => {
  const input = draw(<City />);
  await userEvent.keyboard('{ArrowDown}');
  await screen.findAllByRole('option');
  const enter = createEvent.keyDown(input, { key: 'Enter', isComposing: true });
  fireEvent(input, enter);
  expect([isOpen(input), input.value]).toEqual([true, '']);
});

test('an option that assistive technology presses is chosen: a click without a pointer', async () => {
  const input = draw(<City />);
  await userEvent.keyboard('{ArrowDown}');
  fireEvent.click(await screen.findByRole('option', { name: 'Oslo' }));
  expect(input.value).toBe('Oslo');
});

test('while a new text is still being looked for, Enter waits, and a press takes the option that it is on', async () => {
  const load = () => Promise.resolve(['Berlin', 'Dublin'].map((name, index) => ({ id: index, name })));
  const Found = () => {
    const [value, setValue] = useState<readonly Choice[]>([]);
    return <ChoiceField label="City" value={value} onChange={setValue} source={{ name: 'found', load }} />;
  };
  const input = draw(<Found />);
  await userEvent.keyboard('{ArrowDown}');
  const dublin = await screen.findByRole('option', { name: 'Dublin' });
  await userEvent.keyboard('d{Enter}');
  expect([isOpen(input), input.value]).toEqual([true, 'd']);
  await userEvent.click(dublin);
  expect([isOpen(input), input.value]).toEqual([false, 'Dublin']);
});

test('of several the chosen ones are said in the list and stand before the text; Backspace takes the last one away', async () => {
  const input = draw(<City several />);
  await userEvent.keyboard('{ArrowDown}');
  await screen.findAllByRole('option');
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
  expect(screen.getByRole('listbox').getAttribute('aria-multiselectable')).toBe('true');
  expect(screen.getAllByRole('option', { selected: true }).map((option) => option.textContent)).toEqual(['Berlin', 'Dublin']);
  expect(isOpen(input)).toBe(true);
  await userEvent.keyboard('{Backspace}');
  expect(screen.getAllByRole('button', { name: /^Remove/ }).map((button) => button.getAttribute('aria-label'))).toEqual(['Remove Berlin']);
});

test('of words, Enter takes the one that is typed in full, or the one that was walked to; a comma takes it too', async () => {
  const input = draw(<Tags />);
  const chosen = () => screen.queryAllByRole('button', { name: /^Remove/ }).map((button) => button.getAttribute('aria-label')?.slice(7));
  await userEvent.keyboard('Algebra{Enter}');
  expect(chosen()).toEqual(['algebra']);
  await userEvent.keyboard('algebra{ArrowDown}{Enter}');
  expect(chosen()).toEqual(['algebra', 'algebraic']);
  await userEvent.keyboard('sets');
  expect(active(input)).toBe('New: sets');
  await userEvent.keyboard(',');
  expect(chosen()).toEqual(['algebra', 'algebraic', 'sets']);
});
