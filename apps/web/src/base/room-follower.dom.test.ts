import { judgeEvent, newerState, type Numbered } from '@classwright/rules/live/numbered';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { person } from '../testing/people.ts';
import { fakeSockets, type FakeSocketServer } from '../testing/fake-socket.ts';
import { scriptFetch, success } from '../testing/scripted-fetch.ts';
import { ApiError } from './api-error.ts';
import { followRoom, type Missed, type RoomFollower, type RoomOptions } from './room-follower.ts';
import { signIn, signOut } from './session.ts';

// the package's build for browsers, as the bundler uses; tests would use the one for Node
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));

/** A room of notes: the smallest possible client of a room. */
interface Notes {
  epoch: number;
  sequence: number;
  notes: readonly string[];
}
interface NoteEvent extends Numbered {
  note: string;
}
type Known = Notes | null;

function fold(state: Known, event: NoteEvent): Known | 'reload' {
  if (!state) return 'reload';
  const follows = judgeEvent(state, event);
  if (follows !== 'next') return follows === 'known' ? state : 'reload';
  return { ...state, sequence: event.sequence, notes: [...state.notes, event.note] };
}

const CHANNEL = 'private-room-1';
const note = (sequence: number, epoch = 1): NoteEvent => ({ epoch, from: sequence, sequence, note: `${epoch}.${sequence}` });
const stateAt = (sequence: number, epoch = 1): Notes => ({
  epoch,
  sequence,
  notes: Array.from({ length: sequence }, (_, index) => `${epoch}.${index + 1}`),
});
const whole = (state: Notes): Missed<Known, NoteEvent> => ({ take: (known) => newerState(known, state) });

let line: FakeSocketServer;
let room: RoomFollower<Known>;
const changes: string[] = [];
const ask = vi.fn<RoomOptions<Known, NoteEvent>['ask']>();

function follow(more: Partial<RoomOptions<Known, NoteEvent>> = {}): RoomFollower<Known> {
  room = followRoom<Known, NoteEvent>({
    channel: CHANNEL,
    initial: null,
    isKnown: (state) => state !== null,
    read: (_name, data) => data as NoteEvent,
    fold,
    ask,
    onChange: (before, after, by) => changes.push(`${before?.sequence ?? '-'} ${after?.sequence} ${by}`),
    ...more,
  });
  return room;
}
const say = (event: NoteEvent) => line.newest().say('note.added', event, CHANNEL);
const pause = (ms = 3_000) => vi.advanceTimersByTimeAsync(ms);
const entered = () => vi.waitFor(() => expect(line.newest().sent.some(({ event }) => event === 'pusher:subscribe')).toBe(true), 10_000).then(() => pause(50));

async function open(state = stateAt(2)): Promise<void> {
  ask.mockResolvedValue(whole(state));
  follow().catchUp('now');
  await entered();
  await pause();
  expect(room.state.get()).toEqual(state);
  ask.mockClear();
  changes.length = 0;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  ask.mockReset();
  changes.length = 0;
  line = fakeSockets();
  scriptFetch({
    'GET /config': success({
      version: '1',
      realtime: { key: 'key', host: 'school.test', port: 8443, tls: true, auth_endpoint: '/api/broadcasting/auth' },
      messages: {},
    }),
    'POST /broadcasting/auth': success({ auth: 'key:signature' }),
  });
  signIn('token-1', person());
});
afterEach(async () => {
  room.stop();
  await pause();
  vi.useRealTimers();
  signOut();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the first state', () => {
  test('events that come before it wait for it, and those that it holds already change nothing', async () => {
    ask.mockReturnValue(new Promise(() => undefined));
    follow();
    await entered();
    for (const event of [note(2), note(3)]) say(event);
    expect(room.state.get()).toBeNull();
    room.take(stateAt(2), performance.now());
    expect(room.state.get()).toEqual(stateAt(3));
    expect(changes).toEqual(['- 2 answer', '2 3 event']);
    await pause();
    expect(ask).not.toHaveBeenCalled();
  });

  test('asked for before the channel was entered it may miss what happened until then: that is asked for', async () => {
    const askedAt = performance.now() - 1;
    ask.mockResolvedValue({ events: [note(2)] });
    follow();
    await entered();
    room.take(stateAt(1), askedAt);
    await pause();
    expect(ask).toHaveBeenCalledOnce();
    expect(room.state.get()).toEqual(stateAt(2));
  });
});

describe('events', () => {
  test('a repeated one changes nothing and asks nothing', async () => {
    await open();
    for (const event of [note(3), note(3), note(1)]) say(event);
    await pause();
    expect(changes).toEqual(['2 3 event']);
    expect(ask).not.toHaveBeenCalled();
  });

  test('a gap asks what happened, once, from where the state stands', async () => {
    await open();
    ask.mockResolvedValue({ events: [note(3), note(4), note(5)] });
    for (const event of [note(4), note(5)]) say(event);
    await pause();
    expect(ask).toHaveBeenCalledExactlyOnceWith(stateAt(2));
    expect(room.state.get()).toEqual(stateAt(5));
  });

  test('out of order they end where they would have ended in order', async () => {
    await open();
    ask.mockImplementation(async (known) => ({ events: [3, 4, 5].filter((sequence) => sequence > (known?.sequence ?? 0)).map((sequence) => note(sequence)) }));
    for (const event of [note(4), note(3), note(5)]) say(event);
    await pause();
    expect(room.state.get()).toEqual(stateAt(5));
  });

  test('another epoch asks for the state; a straggler of the epoch before changes nothing', async () => {
    await open();
    ask.mockResolvedValue(whole(stateAt(1, 2)));
    say(note(1, 2));
    await pause();
    expect(changes).toEqual(['2 1 answer']);
    say(note(3, 1));
    await pause();
    expect(room.state.get()).toEqual(stateAt(1, 2));
    expect(ask).toHaveBeenCalledOnce();
  });

  test('an answer that is older than what was heard meanwhile takes nothing back', async () => {
    await open();
    let reply: (missed: Missed<Known, NoteEvent>) => void = () => undefined;
    ask.mockReturnValue(new Promise((resolve) => (reply = resolve)));
    room.catchUp('now');
    await pause(50);
    for (const event of [note(3), note(4)]) say(event);
    reply(whole(stateAt(3)));
    await pause();
    expect(room.state.get()).toEqual(stateAt(4));
  });

  test('what a state is kept without is told first', async () => {
    const told: number[] = [];
    ask.mockResolvedValue(whole(stateAt(2)));
    follow({ settle: (state) => state && { ...state, notes: [] }, onChange: (_before, after) => told.push(after?.notes.length ?? 0) }).catchUp('now');
    await pause();
    expect(told).toEqual([2]);
    expect(room.state.get()?.notes).toEqual([]);
  });
});

describe('when asking fails', () => {
  test('for a reason that passes it is tried again, when the server says or after a pause', async () => {
    await open();
    ask.mockRejectedValueOnce(new ApiError('NETWORK'));
    ask.mockRejectedValueOnce(new ApiError('TOO_MANY_REQUESTS', { status: 429, retryAfterMs: 20_000 }));
    ask.mockResolvedValue(whole(stateAt(7)));
    room.catchUp('now');
    await pause(10_000);
    expect(ask).toHaveBeenCalledTimes(2);
    await pause(20_000);
    expect(room.state.get()).toEqual(stateAt(7));
    await pause(60_000);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  test('for another reason it is told and left', async () => {
    const onLost = vi.fn<(error: unknown) => void>();
    const problem = new ApiError('ASSESSMENT_NOT_FOUND', { status: 404 });
    ask.mockRejectedValue(problem);
    follow({ onLost }).catchUp('now');
    await pause(60_000);
    expect(onLost).toHaveBeenCalledExactlyOnceWith(problem);
    expect(ask).toHaveBeenCalledOnce();
  });
});

describe('the connection', () => {
  test('lost it asks, and entered again it asks once more', async () => {
    ask.mockResolvedValueOnce(whole(stateAt(2)));
    ask.mockResolvedValueOnce({ events: [] });
    ask.mockResolvedValue({ events: [note(3)] });
    follow({ pace: { spreadMs: () => 0, gapMs: 0 } });
    await entered();
    room.catchUp('now');
    await pause(50);
    line.newest().drop();
    await pause(30_000);
    expect(ask).toHaveBeenCalledTimes(3);
    expect(room.state.get()).toEqual(stateAt(3));
  });

  test('somebody who looks at the page again asks', async () => {
    await open();
    window.dispatchEvent(new Event('focus'));
    await pause();
    expect(ask).toHaveBeenCalledOnce();
  });

  test('stopped while an answer is under way, nothing is taken in, heard or asked', async () => {
    await open();
    let reply: (missed: Missed<Known, NoteEvent>) => void = () => undefined;
    ask.mockReturnValue(new Promise((resolve) => (reply = resolve)));
    room.catchUp('now');
    await pause(50);
    room.stop();
    reply(whole(stateAt(9)));
    say(note(3));
    window.dispatchEvent(new Event('focus'));
    room.catchUp('now');
    room.take(stateAt(8));
    await pause(60_000);
    expect(room.state.get()).toEqual(stateAt(2));
    expect(ask).toHaveBeenCalledOnce();
  });
});

test('however events are lost, repeated and reordered, and asking fails, the folded events equal a fresh state', async () => {
  await open(stateAt(0));
  const step = fc.record({
    writes: fc.integer({ min: 0, max: 3 }),
    /** The latest events that are received now, in this order. */
    hears: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 5 }),
    fails: fc.boolean(),
    asEvents: fc.boolean(),
    newEpoch: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
    waitMs: fc.constantFrom(0, 20, 700, 2_500),
  });
  let epoch = 1;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      epoch += 1;
      let written: NoteEvent[] = [];
      let asEvents = true;
      let fails = false;
      ask.mockImplementation(async (known) => {
        if (fails) throw new ApiError('NETWORK');
        const since = known?.epoch === epoch ? known.sequence : null;
        return asEvents && since !== null ? { events: written.slice(since) } : whole(stateAt(written.length, epoch));
      });
      for (const { writes, hears, waitMs, newEpoch, ...server } of steps) {
        ({ fails, asEvents } = server);
        if (newEpoch) [epoch, written] = [epoch + 1, []];
        for (let count = 0; count < writes; count += 1) written = [...written, note(written.length + 1, epoch)];
        for (const back of hears) {
          const event = written.at(-1 - back);
          if (event) say(event);
        }
        await pause(waitMs);
      }
      fails = false;
      written = [...written, note(written.length + 1, epoch)];
      say(written.at(-1) as NoteEvent); // the last one is heard: nothing is owed after it
      await pause(10_000);
      expect(room.state.get()).toEqual(stateAt(written.length, epoch));
    }),
    { numRuns: 60 },
  );
});
