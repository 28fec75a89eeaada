import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Live, LiveContext } from '../use-live.ts';
import { CommentInput, type CommentInputProps } from './CommentInput.tsx';

let user: UserEvent;
let drafts: Live['drafts'];
/** The calls that are under way: each is answered by the test. */
let answers: ((isSent: boolean) => void)[];
const onSend = vi.fn<CommentInputProps['onSend']>();

const open = () =>
  render(
    <LiveContext value={{ drafts } as unknown as Live}>
      <CommentInput id="post:1" label="Comment" onSend={onSend} onCancel={() => undefined} />
    </LiveContext>,
  );

beforeEach(() => {
  user = userEvent.setup();
  drafts = new Map();
  answers = [];
  onSend.mockReset();
  onSend.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  open();
});
afterEach(cleanup);

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
const answer = (isSent: boolean) => act(async () => answers.shift()?.(isSent));
const sent = () => onSend.mock.calls.map(([words]) => words);
const keys = () => onSend.mock.calls.map(([, key]) => key);

test('Enter sends once, however often it is pressed while the comment is under way', async () => {
  await user.type(field(), 'Why?{Enter}{Enter}{Enter}');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent()).toEqual(['Why?']);
  expect(field().readOnly).toBe(true);
  expect(drafts.get('post:1')?.words).toBe('Why?');
  await answer(true);
  expect(drafts.has('post:1')).toBe(false);
  await user.type(field(), '{Enter}');
  expect(sent()).toEqual(['Why?']);
});

test('words that did not arrive stay and can be sent again: under the same key, and under another after a change', async () => {
  await user.type(field(), 'Why?{Enter}');
  await answer(false);
  expect([field().value, field().readOnly, drafts.get('post:1')?.words]).toEqual(['Why?', false, 'Why?']);
  await user.type(field(), '{Enter}');
  await answer(false);
  await user.type(field(), ' Which law?{Enter}');
  await answer(true);
  expect(sent()).toEqual(['Why?', 'Why?', 'Why? Which law?']);
  const [first, again, changed] = keys();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(again).toBe(first);
  expect(changed).toMatch(/^[0-9a-f]{32}$/);
  expect(changed).not.toBe(first);
});

test.each([
  ['after it failed', true],
  ['while it is under way', false],
])('[B3073] words whose input was closed %s and opened again are sent under the same key, so no comment is stored twice', async (_, hasFailed) => {
  await user.type(field(), 'Why?{Enter}');
  if (hasFailed) await answer(false);
  cleanup();
  open();
  expect(field().value).toBe('Why?');
  await user.type(field(), '{Enter}');
  const [first, again] = keys();
  expect(sent()).toEqual(['Why?', 'Why?']);
  expect(again).toBe(first);
});

test('[B3076] words that were changed while earlier ones were under way are kept when the earlier ones arrive', async () => {
  await user.type(field(), 'Why?{Enter}');
  cleanup();
  open();
  await user.type(field(), ' Which law?');
  await answer(true);
  cleanup();
  open();
  expect(field().value).toBe('Why? Which law?');
});
