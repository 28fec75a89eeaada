import { setTimeout as pause } from 'node:timers/promises';
import { configGet, type Endpoint, FORMS, livePairs, liveState } from '@classwright/contract';
import { listRehearsalRows, readRehearsal } from '@classwright/server/testing/rehearsal-rows';
import { makeClassWithLesson } from '@classwright/server/testing/many-lessons';
import { createChance } from '../simulate-class/chance.ts';
import { callPlainly, type Ways } from './calls.ts';
import { CHECKS, REPAIR_MS } from './checks.ts';
import { strike } from './faults.ts';
import type { Installation } from './installation.ts';
import { Line, type Received } from './line.ts';
import type { Plan } from './plan.ts';
import type { Program } from './program.ts';
import type { EndedSeat, StormRecord } from './record.ts';
import { settleAll, waitForQuiet, watchRepair } from './quiet.ts';
import { Student } from './student.ts';
import { Teacher } from './teacher.ts';
import { readOwnGroups, readShown, readStored, readVoteCounts } from './truth.ts';
import { disturb, type Room, talk } from './turn.ts';
import { Wall } from './wall.ts';

/** The time within which the job of a simulated class must have ended after its rehearsal was taken away. */
const CLASS_LEAVES_MS = 30_000;
/** The time within which a wall must have its token, once everything is quiet. */
const PAIRING_MS = 10_000;
/** The time within which nothing of a rehearsal is left, once the job of its class has ended. */
const AFTERWARDS_MS = 1_000;
/** The time within which others delete what a killed process was for: its lease of 6 s, and two looks of 2 s. */
const LEASE_MS = 10_000;

/** The result of a storm. */
export interface StormResult {
  /** The failures by check name. */
  failures: { check: string; problems: string[] }[];
  acknowledged: number;
  longestRepairMs: number;
  /** The longest time that a page which opened needed to get its state. */
  longestControlMs: number;
  tookMs: number;
}

/** Runs the storm of a seed and checks its results. */
export async function runStorm(installation: Installation, program: Program, plan: Plan, repairMs = REPAIR_MS): Promise<StormResult> {
  const beganMs = performance.now();
  const record = { ...(await weather(installation, program, plan)), repairMs };
  const failures = Object.entries(CHECKS).flatMap(([check, find]) => {
    const problems = find(record).map((problem) => explain(problem, installation.output()));
    return problems.length > 0 ? [{ check, problems }] : [];
  });
  return {
    failures,
    acknowledged: record.acknowledged.length,
    longestRepairMs: Math.max(0, ...record.standings.map(({ repairedAfterMs }) => repairedAfterMs)),
    longestControlMs: Math.max(0, ...record.standings.map(({ controlMs }) => controlMs)),
    tookMs: performance.now() - beganMs,
  };
}

/** Adds the process's output about the failed call. */
function explain(problem: string, output: string): string {
  const [, id] = /"request_id":"([\w-]+)"/.exec(problem) ?? [];
  const line = id && output.split('\n').find((one) => one.includes(id));
  return line ? `${problem}\n    ${line}` : problem;
}

async function weather(installation: Installation, program: Program, plan: Plan): Promise<Omit<StormRecord, 'repairMs'>> {
  const { ways, school, db } = installation;
  const { seed } = plan;
  const chance = createChance(seed);
  const { courseId, assessmentId } = await makeClassWithLesson(db, school, { name: `Storm ${seed}`, size: plan.scripts.length });
  const config = await callPlainly(ways, null, configGet.method, configGet.path);
  if (config?.status !== 200) throw new Error('the product does not say its configuration');
  const { key } = (config.body as unknown as { realtime: { key: string } }).realtime;
  const teacher = new Teacher({ ways, servesSinceMs: () => installation.servesSinceMs(), token: school.teacher.token, seed });
  const over = new AbortController();
  const sessionId = await teacher.start(assessmentId);
  const desk = { code: await teacher.readCode(assessmentId), letIn: (accountId: number) => teacher.letIn(assessmentId, accountId) };
  const students = plan.scripts.map((script, at) => {
    const person = school.students[at]!;
    const address = `10.1.${Math.floor(at / 250)}.${(at % 250) + 1}`;
    return new Student({ seed, program, ways, person, password: school.password, address, assessmentId, script, chance, desk, over: over.signal });
  });
  const shown: Received[] = [];
  const walls = Array.from({ length: plan.walls }, (_, at) => {
    const line = new Line({ ways, address: `10.2.0.${at + 1}`, chance, onSent: () => undefined, onReceived: (one) => shown.push(one) });
    return new Wall({ line, assessmentId, key, over: over.signal });
  });
  let strikes: Promise<void>[] = [];
  try {
    const pairing = walls.map((wall) => wall.pair(teacher));
    const watching = walls.map(async (wall, at) => {
      await pairing[at];
      await wall.watch();
    });
    const parts: Promise<unknown>[] = students.map((student) => student.arrive());
    for (const part of parts) part.catch(() => undefined); // a press that failed in it fails the storm below
    const presses: Promise<unknown>[] = [];
    strikes = plan.faults.map((fault) => strike(fault, { installation, students, walls, key, chance }));
    const beside = (press: Promise<unknown>): void => {
      press.catch(() => undefined); // it may fail while something else is awaited; below it fails the storm
      presses.push(press);
    };
    for (const watch of watching) watch.catch(() => undefined);
    const rehearsed = rehearse(plan, teacher, installation, assessmentId);
    beside(rehearsed);
    const last = await teach(plan, { teacher, students, assessmentId, sessionId, courseId, chance, parts, beside });
    await Promise.all(strikes);
    await Promise.all(presses);
    await settleAll(parts); // some were added by a press
    for (const problem of teacher.problems) throw problem;
    const quietAtMs = await waitForQuiet(db, sessionId, students);
    const isCanceled = plan.cancelsIn === last; // a lesson that has ended before is not canceled
    const standings = await watchRepair({ ways, students, assessmentId, quietAtMs, isCanceled });
    const present = students.filter(({ isRemoved }) => !isRemoved);
    const ownGroups = isCanceled ? [] : await readOwnGroups(ways, { schoolStudents: school.students, students: present, assessmentId });
    const voteCounts =
      isCanceled || plan.votesAfter === null || plan.votesAfter > last
        ? []
        : await readVoteCounts(ways, school.teacher.token, assessmentId, FORMS[plan.votesAfter] ?? '');
    if (!isCanceled) await (last < FORMS.length - 1 ? teacher.endHere(assessmentId, sessionId) : teacher.step(assessmentId, 'finished'));
    await waitForQuiet(db, sessionId, students);
    const endedSeats = students.flatMap((student) => student.endedSeats);
    await Promise.race([Promise.all(pairing), pause(PAIRING_MS)]);
    const probes = await probe(ways, { assessmentId, endedSeats, students, walls });
    over.abort();
    await Promise.allSettled(watching);
    const stored = await readStored(db, sessionId);
    const forms = Array.from({ length: last + 1 }, (_, form) => form);
    return {
      seed,
      acknowledged: students.flatMap(({ acknowledged }) => acknowledged),
      submitted: students.flatMap((student) => student.listSubmitted()),
      vanished: students.flatMap(({ vanished }) => vanished),
      heard: students.map(({ heard }) => heard),
      standings,
      stored,
      shown: isCanceled ? [] : await readShown(ways, school.teacher.token, assessmentId, forms),
      acts: teacher.acts,
      removed: students.filter(({ isRemoved }) => isRemoved).map(({ accountId }) => accountId),
      hidden: teacher.hidden,
      walls: shown,
      ...{ voteCounts, ownGroups, endedSeats, probes },
      ended: installation.listEnded(),
      ...(await rehearsed),
    };
  } finally {
    over.abort();
    await Promise.allSettled(strikes);
    for (const student of students) student.leave();
    // Students who signed in on a second phone keep that sign-in.
    for (const [at, student] of students.entries()) if (!plan.scripts[at]?.hasSeat) school.students[at]!.token = student.token;
  }
}

/** Runs the lesson as its teacher. Returns the last form that was opened. */
async function teach(plan: Plan, room: Room): Promise<number> {
  const { formMs, runsOut, reveals, cancelsIn, closesIn, endsIn, scripts, pairs, votesAfter } = plan;
  const { teacher, students, assessmentId, sessionId, courseId, parts, beside } = room;
  let publish: (() => Promise<void>) | null = null;
  beside(teacher.letComment(assessmentId));
  for (let form = 0; form < FORMS.length; form += 1) {
    if (publish) beside(publish()); // at the moment of the step
    publish = null;
    if (form > 0) await teacher.step(assessmentId, form === 1 ? 're-assign' : 'next');
    if (form === 2 && reveals) beside(teacher.reveal(assessmentId, FORMS[1]));
    for (const student of students) parts.push(student.takePart(form));
    for (const [at, { leavesAt }] of scripts.entries())
      if (leavesAt?.form === form) beside(pause(leavesAt.atMs).then(() => remove(teacher, courseId, students[at]!)));
    disturb(plan, room, form);
    await pause(formMs);
    if (form === cancelsIn) {
      await teacher.cancel(assessmentId);
      return form;
    }
    const isTalking = (pairs !== null && form === 0) || votesAfter === form;
    if (form === runsOut) {
      await teacher.endTime(assessmentId);
      await pause(3_200);
    } else if (form === closesIn || isTalking) await teacher.closeForm(assessmentId, sessionId);
    // a form that runs out closes at its moment; what needs a closed form waits for the teacher's own closing
    if (isTalking && form !== runsOut) publish = await talk(plan, room, form);
    if (form === endsIn) return form;
  }
  return FORMS.length - 1;
}

/** Rehearses the lesson next to it, and takes the rehearsal away. Returns the rows that are left of it, and its people. */
async function rehearse(
  { rehearsal }: Plan,
  teacher: Teacher,
  installation: Installation,
  assessmentId: number,
): Promise<Pick<StormRecord, 'rehearsalRows' | 'simulated'>> {
  if (!rehearsal) return { rehearsalRows: [], simulated: [] };
  await pause(rehearsal.makesAtMs);
  const before = installation.interruptions();
  const rehearsalId = await teacher.makeRehearsal(assessmentId);
  await teacher.startRehearsal(rehearsalId);
  await pause(Math.max(0, rehearsal.removesAtMs - rehearsal.makesAtMs));
  const ids = await readAgain(() => readRehearsal(installation.db, rehearsalId));
  await teacher.takeAway(rehearsalId);
  const job = await waitForClass(installation, rehearsalId, before);
  let rows: string[] = [];
  for (const sinceMs = Date.now(); ; await pause(AFTERWARDS_MS / 4)) {
    rows = await readAgain(() => listRehearsalRows(installation.db, ids));
    const isInterrupted = installation.interruptions() > before; // rows of a killed process are deleted with its lease
    if (rows.length === 0 || Date.now() - sinceMs > (isInterrupted ? LEASE_MS : AFTERWARDS_MS)) break;
  }
  return { rehearsalRows: [...job, ...rows], simulated: ids.accountIds };
}

/** Waits until the job of a rehearsal's class has ended. One that was interrupted is done later. Returns what still runs. */
async function waitForClass(installation: Installation, rehearsalId: number, before: number): Promise<string[]> {
  const find = () =>
    installation.db
      .selectFrom('jobs')
      .select(['state', 'attempts', 'last_error'])
      .where('kind', '=', 'simulated-class')
      .where('key', '=', `${rehearsalId}`)
      .execute();
  for (const beganMs = Date.now(); ; await pause(100)) {
    const left = await readAgain(find);
    if (left.length === 0 || installation.interruptions() > before) return [];
    if (Date.now() - beganMs > CLASS_LEAVES_MS) return left.map((job) => `a job of its class (${JSON.stringify(job)})`);
  }
}

/** Reads from the database, which may be away for a moment. */
async function readAgain<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      if (tries === 50) throw error;
      await pause(200);
    }
  }
}

/** Asks with tokens that have ended, and with tokens for one thing for what only staff may do. */
async function probe(
  ways: Ways,
  {
    assessmentId,
    endedSeats,
    students,
    walls,
  }: { assessmentId: number; endedSeats: readonly EndedSeat[]; students: readonly Student[]; walls: readonly Wall[] },
): Promise<StormRecord['probes']> {
  const status = async (token: string, { method, path }: Pick<Endpoint, 'method' | 'path'>): Promise<number> => {
    for (;;) {
      const reply = await callPlainly(ways, token, method, path, { query: { assessment_id: assessmentId } });
      if (reply && reply.status !== 429 && reply.status < 500) return reply.status;
      await pause(100);
    }
  };
  const seated = students.filter((student) => student.hasSeat && student.token !== '');
  return [
    ...(await Promise.all(
      endedSeats.map(async ({ token, accountId }) => ({ what: `the ended seat of ${accountId}`, status: await status(token, liveState), wanted: 401 })),
    )),
    ...(await Promise.all(
      seated.map(async ({ token, accountId }) => ({ what: `the desk with the seat of ${accountId}`, status: await status(token, livePairs), wanted: 403 })),
    )),
    ...(await Promise.all(walls.map(async ({ token }) => ({ what: 'the desk with a wall', status: await status(token, livePairs), wanted: 403 })))),
  ];
}

async function remove(teacher: Teacher, courseId: number, student: Student): Promise<void> {
  student.isRemoved = true;
  await teacher.remove(courseId, student.accountId);
  student.heard.removedAtMs = Date.now();
}
