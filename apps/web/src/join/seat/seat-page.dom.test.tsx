import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { failure, type Reply, scriptFetch, success } from '../../testing/scripted-fetch.ts';
import { CodeEntry } from './CodeEntry.tsx';
import type { Seat } from './kept-seat.ts';
import { useState } from 'react';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CODE = 'BCDFGH';
const lesson = { assessment_id: 8, class_name: 'Physics 9B', teacher_name: 'Ms Okafor', asks: 'pin' as string };
const amara = { id: 4, name: 'Amara Okafor', is_here: false };
const seat = { state: 'seated', assessment_id: 8, api_token: 'token', student: { account_id: 4, first_name: 'Amara', last_name: 'Okafor', time_zone: 'UTC' } };
type Answers = Record<string, Reply | (() => Reply)>;

/** Opens the page at a code; null opens the field for one. */
function open(answers: Answers, code: string | null = CODE) {
  const onSeat = vi.fn<(code: string, seat: Seat) => void>();
  const calls = scriptFetch({
    'POST /lesson-code': success({ lesson }),
    'POST /lesson-code/names': success({ students: [amara], has_more: false }),
    'POST /lesson-code/seat': success({ seat }),
    ...answers,
  });
  function Page() {
    const [typed, setTyped] = useState(code);
    return <CodeEntry code={typed} onCode={setTyped} onSeat={onSeat} />;
  }
  render(<Page />);
  return { calls, onSeat, user: userEvent.setup() };
}
/** True while a button shows that its work is going on. */
const isWaiting = (name: string): boolean => {
  const button = screen.getByRole<HTMLButtonElement>('button', { name });
  return button.disabled || button.getAttribute('aria-disabled') === 'true' || button.getAttribute('aria-busy') === 'true';
};
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

test('[B2273] while the code is read the button waits, and the code is in the field', async () => {
  open({ 'POST /lesson-code': 'never' });
  expect((await field('Code of the lesson')).value).toBe(CODE);
  expect(isWaiting('Next')).toBe(true);
});

test.each(['LESSON_CODE_REFUSED', 'LESSON_CODE_ENDED', 'LESSON_CODE_PAUSE'])(
  '[B2273] %s is said at the field, the code stays, and another try is made',
  async (code) => {
    const replies = [failure(409, code), success({ lesson })];
    const { user } = open({ 'POST /lesson-code': () => replies.shift() as Reply });
    await screen.findByText(`server says ${code}`);
    expect((await field('Code of the lesson')).value).toBe(CODE);
    await user.type(await field('Code of the lesson'), '{Enter}');
    await field('Your name');
  },
);

test('[B2273] what cannot be a code is refused without a call', async () => {
  const { user, calls } = open({}, null);
  await user.type(await field('Code of the lesson'), 'abc{Enter}');
  await screen.findByText(/No lesson runs with this code/);
  expect((await field('Code of the lesson')).value).toBe('abc');
  expect(calls).toEqual([]);
});

test('[B2273] without a line the code and the name that were typed stay', async () => {
  const { user } = open({ 'POST /lesson-code/names': 'offline' });
  await user.type(await field('Your name'), 'ama');
  await screen.findByRole('alert');
  expect((await field('Your name')).value).toBe('ama');
});

test('[B2273] a name that nobody has says so; equal names have numbers', async () => {
  const replies = [success({ students: [], has_more: false }), success({ students: [amara, { ...amara, id: 5 }], has_more: true })];
  const { user } = open({ 'POST /lesson-code/names': () => replies.shift() as Reply });
  await user.type(await field('Your name'), 'zzz');
  await screen.findByText(/No student of this class has a name like that/);
  await user.clear(await field('Your name'));
  await user.type(await field('Your name'), 'ama');
  await screen.findByRole('button', { name: 'Amara Okafor (2)' });
  screen.getByRole('button', { name: 'Amara Okafor (1)' });
  expect(screen.getByText(/More than one student has this name/).textContent).toContain('yours. More than');
});

test('[B2273] a wrong PIN and a lost line keep what was typed; an empty one is asked for', async () => {
  const replies: Reply[] = [failure(403, 'SEAT_PIN_REFUSED'), 'offline', success({ seat })];
  const { user, onSeat } = open({ 'POST /lesson-code/seat': () => replies.shift() as Reply });
  await user.type(await field('Your name'), 'ama');
  await user.click(await screen.findByRole('button', { name: 'Amara Okafor' }));
  await user.click(screen.getByRole('button', { name: 'Join the lesson' }));
  await screen.findByText('Type your PIN, or the code of your sign-in card.');
  await user.type(await field('Your PIN'), '5837{Enter}');
  await screen.findByText('server says SEAT_PIN_REFUSED');
  expect((await field('Your PIN')).value).toBe('5837');
  await user.type(await field('Your PIN'), '{Enter}');
  await vi.waitFor(() => expect(replies).toHaveLength(1));
  expect((await field('Your PIN')).value).toBe('5837');
  await vi.waitFor(() => expect(isWaiting('Join the lesson')).toBe(false));
  await user.type(await field('Your PIN'), '{Enter}');
  await vi.waitFor(() => expect(onSeat).toHaveBeenCalledWith(CODE, expect.objectContaining({ api_token: 'token' })));
});

test('[B2273] a taken seat waits, and the person can stop', async () => {
  const { calls, user } = open({
    'POST /lesson-code/seat': success({ seat: { state: 'waiting', request: 'r' } }),
    'POST /lesson-code/seat/withdraw': success({ withdrawn: true }),
  });
  const withdrawn = () => calls.filter(({ path }) => path === '/lesson-code/seat/withdraw').map(({ body }) => body);
  await user.type(await field('Your name'), 'ama');
  await user.click(await screen.findByRole('button', { name: 'Amara Okafor' }));
  await user.type(await field('Your PIN'), '5837{Enter}');
  await screen.findByText('Another phone has this place');
  await user.click(screen.getByRole('button', { name: 'Stop waiting' }));
  await field('Your name');
  // The phone at the seat is not asked any longer.
  await vi.waitFor(() => expect(withdrawn()).toEqual([{ code: CODE, student_id: expect.any(Number), request: 'r' }]));
});

test('[B2266] a rehearsal is joined with one press, and a full one says so', async () => {
  const replies = [failure(409, 'SEAT_GUESTS_FULL'), success({ seat })];
  const { user, onSeat } = open({
    'POST /lesson-code': success({ lesson: { ...lesson, asks: 'guest' } }),
    'POST /lesson-code/guest': () => replies.shift() as Reply,
  });
  await user.click(await screen.findByRole('button', { name: 'Join as a guest' }));
  await screen.findByText('server says SEAT_GUESTS_FULL');
  await user.click(screen.getByRole('button', { name: 'Join as a guest' }));
  await vi.waitFor(() => expect(onSeat).toHaveBeenCalledWith(CODE, expect.objectContaining({ api_token: 'token' })));
});
