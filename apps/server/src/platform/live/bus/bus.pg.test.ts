import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../testing/hear.ts';
import { readTestSettings } from '../../config.ts';
import { createLog } from '../../log.ts';
import type { Bus, RoomPosition } from './index.ts';
import { INSTALLATION, isInstalled, openNats, openPostgres, openRedis, type TestBroker } from './testing/brokers.ts';

const { redisUrl, natsUrl } = readTestSettings();
const brokers = [
  { name: 'LISTEN and NOTIFY', setting: 'DATABASE_URL', open: openPostgres, missing: null },
  {
    name: 'Redis',
    setting: 'REDIS_URL',
    open: () => openRedis(redisUrl),
    missing: redisUrl === null && !isInstalled('redis-server') ? 'no redis-server is installed and TEST_REDIS_URL names none' : null,
  },
  {
    name: 'NATS',
    setting: 'NATS_URL',
    open: () => openNats(natsUrl),
    missing: natsUrl === null && !isInstalled('nats-server') ? 'no nats-server is installed and TEST_NATS_URL names none' : null,
  },
];

const room = (number: number): string => `private-assessment-${number}`;
const silent = createLog('silent');

for (const { name, setting, open, missing } of brokers)
  describe.skipIf(missing !== null)(missing === null ? `The bus by ${name}` : `The bus by ${name} is not tried: ${missing}`, () => {
    let broker: TestBroker;
    beforeAll(async () => {
      broker = await open();
    });
    afterAll(() => broker?.close());
    const started: Bus[] = [];
    afterEach(async () => {
      for (const bus of started.splice(0)) await bus.stop();
    });

    /** Starts a process: its bus, and the positions it received. */
    async function start(log = silent, installation = INSTALLATION): Promise<Bus & { heard: RoomPosition[]; again: () => number }> {
      const bus = broker.createBus(log, installation);
      const heard: RoomPosition[] = [];
      let again = 0;
      bus.listen((position) => void heard.push(position));
      bus.onReconnected(() => void (again += 1));
      started.push(bus);
      await bus.start();
      return { ...bus, heard, again: () => again };
    }

    test('another process hears where a room stands, and the one that says it does not hear itself', async () => {
      const [one, two, three] = [await start(), await start(), await start()];
      one.say({ room: room(1), epoch: 3, at: 7 });
      two.say({ room: 'presence-class-2', epoch: 0, at: Number.MAX_SAFE_INTEGER });
      await expect.poll(() => [one, two, three].map(({ heard }) => heard.length)).toEqual([1, 1, 2]);
      expect(three.heard).toEqual(
        expect.arrayContaining([
          { room: room(1), epoch: 3, at: 7 },
          { room: 'presence-class-2', epoch: 0, at: Number.MAX_SAFE_INTEGER },
        ]),
      );
      expect(one.heard).toEqual([{ room: 'presence-class-2', epoch: 0, at: Number.MAX_SAFE_INTEGER }]);
      expect(two.heard).toEqual([{ room: room(1), epoch: 3, at: 7 }]);
      expect([one.counts.said, three.counts.heard, three.counts.foreign]).toEqual([1, 2, 0]);
    });

    test('a thousand positions of one room within a moment are a few words: the first at once, the newest last, never back', async () => {
      const [one, two] = [await start(), await start()];
      for (let at = 1; at <= 1000; at += 1) one.say({ room: room(1), epoch: 1, at });
      await expect.poll(() => two.heard.at(-1)).toEqual({ room: room(1), epoch: 1, at: 1000 });
      expect(two.heard.map(({ at }) => at)).toEqual([1, 1000]);
      one.say({ room: room(1), epoch: 2, at: 1 });
      one.say({ room: room(1), epoch: 2, at: 3 });
      one.say({ room: room(1), epoch: 2, at: 2 });
      await expect.poll(() => two.heard.at(-1)).toEqual({ room: room(1), epoch: 2, at: 3 });
      expect(two.heard.length).toBeLessThanOrEqual(4);
    });

    test('a thousand rooms at once are all heard', async () => {
      const [one, two] = [await start(), await start()];
      for (let number = 1; number <= 1000; number += 1) one.say({ room: room(number), epoch: 1, at: number });
      await expect.poll(() => two.heard.length).toBe(1000);
      expect(new Set(two.heard.map((position) => position.room)).size).toBe(1000);
    });

    test('what is not ours is ignored, counted and told to the log once', async () => {
      const lines: string[] = [];
      const one = await start(createLog('warn', { write: (line: string) => void lines.push(line) }));
      const two = await start();
      const sender = '0123456789abcdef';
      const foreign = [
        'hello',
        '{"room":"private-assessment-1","epoch":1,"at":1}',
        `${sender} 1 1 public`,
        `${sender} 1 1 private-a b`,
        `${sender} 1 1 private-a\nprivate-b`,
        `${sender} -1 1 ${room(1)}`,
        `${sender} 1 1.5 ${room(1)}`,
        `${sender} 1 9007199254740993 ${room(1)}`,
        `${sender} NaN 1 ${room(1)}`,
        `1 1 ${room(1)}`,
        `${sender} 1 1 private-${'x'.repeat(181)}`,
        `${sender} 1 1 private-${'x'.repeat(7_000)}`,
        '\u{1f600}',
      ];
      for (const text of foreign) await broker.write(text);
      two.say({ room: room(9), epoch: 1, at: 1 });
      await expect.poll(() => one.heard).toEqual([{ room: room(9), epoch: 1, at: 1 }]);
      expect(one.counts.foreign).toBe(foreign.length);
      const told = lines.map((line) => JSON.parse(line) as { event?: string });
      expect(told.filter(({ event }) => event === 'bus foreign')).toHaveLength(1);
      expect(lines.join('')).not.toContain('xxxx');
    });

    test('a forged position is a look into the database and nothing more: it is heard as one', async () => {
      const one = await start();
      await broker.write(`0123456789abcdef 1 5 ${room(1)}`);
      await expect.poll(() => one.heard).toEqual([{ room: room(1), epoch: 1, at: 5 }]);
    });

    test('what is no position is not said, and throws nothing', async () => {
      const [one, two] = [await start(), await start()];
      for (const position of [
        { room: 'no-channel', epoch: 1, at: 1 },
        { room: room(1), epoch: 1, at: -1 },
        { room: `private-${'x'.repeat(9_000)}`, epoch: 1, at: 1 },
        { room: room(2), epoch: Number.NaN, at: 1 },
      ])
        one.say(position);
      one.say({ room: room(3), epoch: 1, at: 1 });
      await expect.poll(() => two.heard).toEqual([{ room: room(3), epoch: 1, at: 1 }]);
      expect([one.counts.said, two.counts.foreign]).toEqual([1, 0]);
    });

    test('a listener that throws keeps no other from hearing, and one that ended hears nothing', async () => {
      const [one, two] = [await start(), await start()];
      const after: RoomPosition[] = [];
      two.listen(() => {
        throw new Error('a fault of the listener');
      });
      const end = two.listen((position) => void after.push(position));
      one.say({ room: room(1), epoch: 1, at: 1 });
      await expect.poll(() => after).toHaveLength(1);
      end();
      one.say({ room: room(2), epoch: 1, at: 1 });
      await expect.poll(() => two.heard).toHaveLength(2);
      expect(after).toHaveLength(1);
    });

    test('a broker that was killed and comes again: listeners are told to look, words are heard again, nothing is thrown', async ({ skip }) => {
      if (broker.halt === null) return skip('the broker that the settings name is not ours to halt');
      const lines: string[] = [];
      const one = await start(createLog('info', { write: (line: string) => void lines.push(line) }));
      const two = await start();
      let isHalted = true;
      onTestFinished(async () => {
        if (isHalted) await broker.resume();
      });
      await broker.halt();
      await until(() => one.counts.lost === 1 && two.counts.lost === 1, 'both lines to break');
      for (let at = 1; at <= 50; at += 1) one.say({ room: room(at), epoch: 1, at });
      expect([one.again(), one.counts.said]).toEqual([0, 0]);
      await broker.resume();
      isHalted = false;
      await until(() => one.again() === 1 && two.again() === 1, 'both lines to stand again');
      await until(() => {
        one.say({ room: room(1), epoch: 1, at: 100 });
        return two.heard.some(({ at }) => at === 100);
      }, 'a word after the restart');
      expect(two.heard.every(({ at }) => at === 100)).toBe(true);
      expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['bus lost', 'bus again']);
      expect(lines.join('')).not.toMatch(/hush/);
    });

    test('a stopped bus says nothing, hears nothing and leaves no connection; it stops twice, and in the midst of a break too', async () => {
      const [one, two, three] = [await start(), await start(), await start()];
      await one.stop();
      await one.stop();
      one.say({ room: room(1), epoch: 1, at: 1 });
      two.say({ room: room(2), epoch: 1, at: 1 });
      await expect.poll(() => three.heard).toEqual([{ room: room(2), epoch: 1, at: 1 }]);
      expect(one.heard).toEqual([]);
      if (broker.halt === null) return;
      await broker.halt();
      try {
        await until(() => two.counts.lost === 1, 'the line to break');
        await two.stop();
      } finally {
        await broker.resume();
      }
      await until(() => three.again() === 1, 'the other line to stand again');
      expect(two.again()).toBe(0);
    });

    test('installations that share a broker do not hear each other', async () => {
      if (setting === 'DATABASE_URL') return; // each has a database of its own
      const [ours, theirs, oursToo] = [await start(), await start(silent, '0000000000000000'), await start()];
      theirs.say({ room: room(1), epoch: 1, at: 1 });
      ours.say({ room: room(2), epoch: 1, at: 1 });
      await expect.poll(() => oursToo.heard).toEqual([{ room: room(2), epoch: 1, at: 1 }]);
      expect(theirs.heard).toEqual([]);
    });

    test('[B1651] one that cannot be reached stops no start: the log names the setting and the remedy, and no password', async () => {
      const lines: string[] = [];
      const bus = broker.createLost(createLog('info', { write: (line) => void lines.push(line) }));
      await bus.start();
      await bus.stop();
      const [said] = lines.map((line) => JSON.parse(line) as { event: string; msg: string }).filter(({ event }) => event === 'bus lost');
      expect(said?.msg).toContain('cannot be reached. This process starts without it and keeps trying.');
      expect(said?.msg).toContain(setting);
      expect(lines.join()).not.toMatch(/hush/);
      expect(bus.counts.lost).toBe(1);
    });
  });
