import { channels } from '@classwright/contract';
import { afterEach, expect, test } from 'vitest';
import { connectWire } from '../../../platform/live/testing/clients.ts';
import { startTestRealtime, type TestRealtime } from '../../../platform/live/testing/realtime.ts';
import { watchPresence } from './presence-watch.ts';

const [TEACHER, PRIYA, ZOE] = [1, 2, 3];
let live: TestRealtime;
afterEach(() => live.close());

test('the staff of a lesson hear who holds a socket of it, whenever somebody comes or goes, and nobody else does', async () => {
  live = await startTestRealtime();
  const stop = watchPresence(live.realtime);
  const [teacher, priya, zoe] = [await connectWire(live), await connectWire(live), await connectWire(live)];
  await teacher.subscribe(channels.staff(7), TEACHER);
  await priya.subscribe(channels.assessment(7), PRIYA);
  expect((await teacher.next('assessment.presence.changed')).data).toEqual({ connected: [PRIYA], as_of: expect.any(Number) });
  await zoe.subscribe(channels.assessment(7), ZOE);
  expect((await teacher.next('assessment.presence.changed')).data.connected.toSorted()).toEqual([PRIYA, ZOE]);
  zoe.ws.terminate();
  expect((await teacher.next('assessment.presence.changed')).data).toMatchObject({ connected: [PRIYA] });
  expect(priya.named('assessment.presence.changed')).toEqual([]);
  stop();
});
