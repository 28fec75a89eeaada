import { expect, test, vi } from 'vitest';
import { createLog } from '../../log.ts';
import type { Broker, Line, LineEvents } from './broker.ts';
import { createCarriedBus } from './carried-bus.ts';
import { createLocalBus, createLocalLine, type RoomPosition } from './index.ts';
import { createRoomPace } from './pace.ts';
import { parsePosition, writePosition } from './position.ts';

const silent = createLog('silent');
const position = (at: number, room = 'private-assessment-1'): RoomPosition => ({ room, epoch: 1, at });

/** Creates a broker whose lines follow the test's instructions. */
function createBroker() {
  const lines: (LineEvents & { sent: string[]; isClosed: boolean; isSilent: boolean; fails: boolean })[] = [];
  const broker: Broker = {
    name: 'A broker',
    remedy: 'Set ITS_URL.',
    async connect(events) {
      const line = { ...events, sent: [] as string[], isClosed: false, isSilent: false, fails: false };
      lines.push(line);
      return {
        async send(texts) {
          if (line.fails) throw new Error('not taken');
          line.sent.push(...texts);
        },
        ping: () => (line.isSilent ? new Promise(() => undefined) : Promise.resolve()),
        close: async () => void (line.isClosed = true),
      };
    },
  };
  return { broker, lines };
}

test('a broker that says nothing any more counts as lost, and another line is opened', async () => {
  vi.useFakeTimers();
  try {
    const { broker, lines } = createBroker();
    const bus = createCarriedBus(broker, silent);
    let again = 0;
    bus.onReconnected(() => void (again += 1));
    await bus.start();
    lines[0]!.isSilent = true;
    await vi.advanceTimersByTimeAsync(9_900);
    expect([bus.counts.lost, lines.length]).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(300);
    expect([bus.counts.lost, lines.length, lines[0]!.isClosed, again]).toEqual([1, 2, true, 1]);
    lines[0]!.broken(new Error('told late of the old line'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([bus.counts.lost, lines.length]).toEqual([1, 2]);
    await bus.stop();
    expect(lines[1]!.isClosed).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('a line that does not take what is said is given up for another', async () => {
  const { broker, lines } = createBroker();
  const bus = createCarriedBus(broker, silent);
  await bus.start();
  lines[0]!.fails = true;
  bus.say(position(1));
  await expect.poll(() => bus.counts.reconnected).toBe(1);
  bus.say(position(2));
  await expect.poll(() => lines[1]!.sent).toHaveLength(1);
  await bus.stop();
});

test('[B1651] a start goes on without a broker that is too slow, closes the late connection and tries again until it is there', async () => {
  vi.useFakeTimers();
  try {
    const { broker, lines } = createBroker();
    const close = vi.fn<() => Promise<void>>(async () => undefined);
    const late = () => new Promise<Line>((resolve) => setTimeout(() => resolve({ send: close, ping: close, close }), 7_000));
    let isSlow = true;
    const bus = createCarriedBus({ ...broker, connect: (events) => (isSlow ? late() : broker.connect(events)) }, silent);
    let again = 0;
    bus.onReconnected(() => void (again += 1));
    const starting = bus.start();
    await vi.advanceTimersByTimeAsync(5_000);
    await starting;
    expect([bus.counts.lost, close.mock.calls.length]).toEqual([1, 0]);
    isSlow = false;
    await vi.advanceTimersByTimeAsync(2_000);
    expect([close.mock.calls.length, lines.length, again]).toEqual([1, 1, 1]);
    bus.say(position(1));
    await vi.advanceTimersByTimeAsync(0);
    expect(lines[0]!.sent).toHaveLength(1);
    await bus.stop();
  } finally {
    vi.useRealTimers();
  }
});

test('of a room ten positions a second pass at most, each room by itself', () => {
  vi.useFakeTimers();
  try {
    const passed: RoomPosition[] = [];
    const pace = createRoomPace(100, (one) => void passed.push(one));
    const take = (one: RoomPosition): void => pace.beat(one.room, one);
    for (let at = 1; at <= 1_000; at += 1) {
      take(position(at));
      if (at % 100 === 0) take(position(at, 'private-assessment-2'));
      vi.advanceTimersByTime(1);
    }
    expect(passed.filter(({ room }) => room === 'private-assessment-1').length).toBeLessThanOrEqual(11);
    expect(passed.filter(({ room }) => room === 'private-assessment-2').length).toBeGreaterThanOrEqual(9);
    vi.advanceTimersByTime(200);
    expect(passed.findLast(({ room }) => room === 'private-assessment-1')?.at).toBe(1_000);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('what is written is parsed, and what is none is not written', () => {
  const sender = '0123456789abcdef';
  const text = writePosition(sender, position(7));
  expect(text && parsePosition(text)).toEqual({ sender, position: position(7) });
  for (const none of [position(-1), position(0.5), position(Number.NaN), position(2 ** 53), position(1, 'lesson'), position(1, `private-${'x'.repeat(181)}`)])
    expect(writePosition(sender, none)).toBeNull();
});

test('buses on one local line hear each other, and lose what the test says', async () => {
  const line = createLocalLine();
  const [one, two] = [createLocalBus({ log: silent, line }), createLocalBus({ log: silent, line })];
  const heard: RoomPosition[] = [];
  let again = 0;
  two.listen((at) => void heard.push(at));
  two.onReconnected(() => void (again += 1));
  await one.start();
  await two.start();
  line.loses = ({ at }) => at === 1;
  one.say(position(1));
  one.say(position(2, 'private-assessment-2'));
  await expect.poll(() => heard).toEqual([position(2, 'private-assessment-2')]);
  line.isDown = true;
  expect(one.counts.lost).toBe(1);
  line.isDown = false;
  await expect.poll(() => again).toBe(1);
  await Promise.all([one.stop(), two.stop()]);
  expect(line.ends.size).toBe(0);
});
