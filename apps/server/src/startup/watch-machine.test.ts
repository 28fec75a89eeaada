import { expect, test } from 'vitest';
import { createMachineWatch } from './watch-machine.ts';

const gigabyte = 1024 ** 3;

test('[B329] [B332] little room on the disk and a clock that is off are told when they begin, not at every look', async () => {
  const told: string[] = [];
  const machine = { freeBytes: 2 * gigabyte, driftMs: 200 };
  const log = { warn: (_what: object, message: string) => void told.push(message) };
  const look = createMachineWatch(log as never, { freeBytes: async () => machine.freeBytes, driftMs: async () => machine.driftMs });
  const tell = async (change: Partial<typeof machine>) => {
    Object.assign(machine, change);
    told.length = 0;
    await look();
    return told.map((message) => (message.includes('clock') ? 'clock' : message.includes('disk') ? 'disk' : message));
  };
  expect(await tell({})).toEqual([]);
  expect(await tell({ freeBytes: gigabyte / 2 })).toEqual(['disk']);
  expect(await tell({})).toEqual([]);
  expect(await tell({ freeBytes: 2 * gigabyte })).toEqual([]);
  expect(await tell({ freeBytes: gigabyte / 2 })).toEqual(['disk']);
  expect(await tell({ driftMs: 40 * 60_000 })).toEqual(['clock']);
  expect(await tell({ driftMs: 40 * 60_000 + 900 })).toEqual([]);
  expect(await tell({ driftMs: -70 * 60_000 })).toEqual(['clock']);
});
