import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '@classwright/server/platform/database/index';
import { Gate, IN_ORDER } from '@classwright/server/platform/waiting/index';
import { isNumbered } from '@classwright/server/testing/hear';
import type { Ways } from './calls.ts';
import { REPAIR_MS } from './checks.ts';
import type { Standing } from './record.ts';
import type { Student } from './student.ts';
import { findDifference, isClosing, readFresh } from './truth.ts';

const LOOK_MS = 100;
/** The interval at which it is noted whether pages have changed. */
const GLANCE_MS = 50;
/** The fresh states that are asked for at the same time, so that asking does not delay the clients that are measured. */
const READERS = 8;
/** The time after which a fresh state is read again, since a lesson goes on by its clock: a vote ends. */
const READ_AGAIN_MS = 2_000;
/** The time in which phones must deliver what they hold. */
const DELIVERY_MS = 25_000;
/** The time that they are watched beyond the repair deadline. A socket also returns within it. */
const LATE_MS = 20_000;

/**
 * The final screens after a cancel. A page that was notified goes to Home; one that was away finds no lesson, looks for
 * a summary and then goes to Home; one that comes with the code is turned away.
 */
const AFTER_CANCEL: ReadonlySet<string> = new Set(['home', 'summary', 'turned away']);

/** Waits until all have ended, also those that are added while it waits: a phone that was sent out comes back later. */
export async function settleAll(parts: readonly Promise<unknown>[]): Promise<void> {
  for (let settled = 0; settled < parts.length; ) {
    const waited = parts.length;
    await Promise.allSettled(parts.slice(settled));
    settled = waited;
  }
}

/** Checks whether the student's phones hold nothing unsent. A page that has not read its device yet may hold something. */
export const hasSentAll = (student: Pick<Student, 'devices' | 'hasLeft'>): boolean =>
  student.devices.every((device) => device.page === null || student.hasLeft(device) || device.page.waiting() === 0);

/** Waits until phones hold nothing unsent, every event has its number, and no form is about to close. Returns the time. */
export async function waitForQuiet(db: Db, sessionId: number, students: readonly Student[]): Promise<number> {
  const beganMs = Date.now();
  while (Date.now() - beganMs < DELIVERY_MS) {
    const isDelivered = students.every((student) => student.isRemoved || hasSentAll(student));
    const isSettled = async (): Promise<boolean> => (await isNumbered(db, sessionId)) && !(await isClosing(db, sessionId));
    if (isDelivered && (await isSettled().catch(() => false))) break;
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
 * return, to the last change of what it knows. Next to them a control repeats what a page asks for that opens now, so
 * that a slow machine is distinguished from a slow client.
 */
export async function watchRepair({ ways, students, assessmentId, quietAtMs, isCanceled }: Repair): Promise<Standing[]> {
  const present = students.filter(({ isRemoved }) => !isRemoved);
  const [first] = present;
  const control = startControl(isCanceled || !first ? null : () => readFresh(ways, first.device, first.token, first.accountId, assessmentId));
  const changes = watchChanges(present);
  const readers = new Gate({ atOnce: READERS });
  const standings = await Promise.all(
    present.map(async (student): Promise<Standing> => {
      const { accountId, device, token } = student;
      let fresh: Awaited<ReturnType<typeof readFresh>> = null;
      let readAtMs = 0;
      let compared: { model: unknown; difference: string | null } = { model: undefined, difference: 'no fresh state' };
      for (;;) {
        const place = student.isTurnedAway ? 'turned away' : (device.page?.place() ?? 'closed');
        let difference: string | null;
        if (isCanceled) difference = AFTER_CANCEL.has(place) ? null : `it is at ${place}`;
        else if (place !== 'running') difference = `it is at ${place}`;
        else {
          if (fresh && Date.now() - readAtMs > READ_AGAIN_MS) [fresh, compared] = [null, { ...compared, model: undefined }];
          if (!fresh) {
            fresh = await readers.run(IN_ORDER, () => control.measure(() => readFresh(ways, device, token, accountId, assessmentId)));
            readAtMs = Date.now();
          }
          const model = device.page?.model() ?? null;
          if (fresh && model !== compared.model) compared = { model, difference: findDifference(model, fresh) };
          difference = compared.difference;
        }
        const isLate = Date.now() - quietAtMs > REPAIR_MS + LATE_MS;
        if (difference === null || isLate) {
          const atMs = difference === null ? changes.lastOf(student) : Date.now();
          const repairedAfterMs = Math.max(0, atMs - Math.max(quietAtMs, student.connectedAtMs));
          const lastCalls = difference === null ? [] : device.line.listLast();
          return { accountId, place, difference, repairedAfterMs, controlMs: control.longestMs(), lastCalls };
        }
        await pause(LOOK_MS);
      }
    }),
  );
  control.stop();
  changes.stop();
  return standings;
}

/** Notes when each page last changed its screen or what it knows. Models are replaced, never changed. */
function watchChanges(students: readonly Student[]): { lastOf: (student: Student) => number; stop: () => void } {
  const seen = new Map<Student, { what: unknown; place: string; atMs: number }>();
  const look = (): void => {
    for (const student of students) {
      const [what, place] = [student.device.page?.model(), student.device.page?.place() ?? 'closed'];
      const before = seen.get(student);
      if (!before || before.what !== what || before.place !== place) seen.set(student, { what, place, atMs: before ? Date.now() : 0 });
    }
  };
  look();
  const timer = setInterval(look, GLANCE_MS);
  const lastOf = (student: Student): number => {
    look();
    return seen.get(student)?.atMs ?? 0;
  };
  return { lastOf, stop: () => clearInterval(timer) };
}

interface Control {
  /** Returns the longest time that a read took, including those that are under way. */
  longestMs: () => number;
  /** Does a read and measures it. */
  measure: <Result>(read: () => Promise<Result>) => Promise<Result>;
  stop: () => void;
}

/** Repeats a read until it is stopped, and measures it. A pause that this process ends too late counts with the read after it. */
function startControl(read: (() => Promise<unknown>) | null): Control {
  let longestMs = 0;
  const underWay = new Set<{ sentAtMs: number }>();
  let isStopped = false;
  const note = (sentAtMs: number): void => void (longestMs = Math.max(longestMs, performance.now() - sentAtMs));
  const measure = async <Result>(work: () => Promise<Result>, sentAtMs = performance.now()): Promise<Result> => {
    const one = { sentAtMs };
    underWay.add(one);
    try {
      return await work();
    } finally {
      note(sentAtMs);
      underWay.delete(one);
    }
  };
  void (async () => {
    for (let dueAtMs = performance.now(); read && !isStopped; await pause(LOOK_MS)) {
      await measure(read, dueAtMs);
      dueAtMs = performance.now() + LOOK_MS;
    }
  })();
  return {
    longestMs() {
      for (const { sentAtMs } of underWay) note(sentAtMs);
      return longestMs;
    },
    measure: (work) => measure(work),
    stop: () => void (isStopped = true),
  };
}
