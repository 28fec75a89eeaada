import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '@classwright/server/platform/database/index';
import type { Ways } from './calls.ts';
import { REPAIR_MS } from './checks.ts';
import type { Standing } from './record.ts';
import type { Student } from './student.ts';
import { findDifference, isNumbered, readFresh } from './truth.ts';

const LOOK_MS = 100;
/** The time in which phones must deliver what they hold. */
const DELIVERY_MS = 25_000;
/** The time that they are watched beyond the repair deadline. A socket also returns within it. */
const LATE_MS = 20_000;

/**
 * The final screens after a cancel. A page that was notified goes to Home; one that was away finds no lesson, looks for
 * a summary and then goes to Home.
 */
const AFTER_CANCEL: ReadonlySet<string> = new Set(['home', 'summary']);

/** Waits until phones hold nothing unsent and every event has its number. Returns the time. */
export async function waitForQuiet(db: Db, sessionId: number, students: readonly Student[]): Promise<number> {
  const beganMs = Date.now();
  while (Date.now() - beganMs < DELIVERY_MS) {
    const isDelivered = students.every((student) => student.isRemoved || student.devices.every((device) => (device.page?.waiting() ?? 0) === 0));
    if (isDelivered && (await isNumbered(db, sessionId).catch(() => false))) break;
    await pause(LOOK_MS);
  }
  return Date.now();
}

interface Repair {
  ways: Ways;
  students: readonly Student[];
  assessmentId: number;
  quietAtMs: number;
  isCanceled: boolean;
}

/**
 * Measures how soon each client matches a fresh one: from the quiet time on or, if its socket was away then, from its
 * return.
 */
export async function watchRepair({ ways, students, assessmentId, quietAtMs, isCanceled }: Repair): Promise<Standing[]> {
  const present = students.filter(({ isRemoved }) => !isRemoved);
  return Promise.all(
    present.map(async (student): Promise<Standing> => {
      const { accountId, device, token } = student;
      let fresh: Awaited<ReturnType<typeof readFresh>> = null;
      for (;;) {
        const place = device.page?.place() ?? 'closed';
        const sinceQuietMs = Date.now() - quietAtMs;
        const repairedAfterMs = Date.now() - Math.max(quietAtMs, student.connectedAtMs);
        let difference: string | null = 'no fresh state';
        if (isCanceled) difference = AFTER_CANCEL.has(place) ? null : `it is at ${place}`;
        else if (place !== 'running') difference = `it is at ${place}`;
        else {
          fresh ??= await readFresh(ways, device, token, accountId, assessmentId);
          if (fresh) difference = findDifference(device.page?.model() ?? null, fresh);
        }
        if (difference === null) return { accountId, place, difference, repairedAfterMs };
        if (sinceQuietMs > REPAIR_MS + LATE_MS) return { accountId, place, difference, repairedAfterMs };
        await pause(LOOK_MS);
      }
    }),
  );
}
