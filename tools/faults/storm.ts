import { setTimeout as pause } from 'node:timers/promises';
import { configGet, FORMS } from '@classwright/contract';
import { makeClassWithLesson } from '@classwright/server/testing/many-lessons';
import { createChance } from '../simulate-class/chance.ts';
import { callPlainly } from './calls.ts';
import { CHECKS, REPAIR_MS } from './checks.ts';
import { strike } from './faults.ts';
import type { Installation } from './installation.ts';
import type { Plan } from './plan.ts';
import type { Program } from './program.ts';
import type { StormRecord } from './record.ts';
import { waitForQuiet, watchRepair } from './quiet.ts';
import { Student } from './student.ts';
import { Teacher } from './teacher.ts';
import { readShown, readStored } from './truth.ts';

/** The result of a storm. */
export interface StormResult {
  /** The failures by check name. */
  failures: { check: string; problems: string[] }[];
  acknowledged: number;
  longestRepairMs: number;
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
  const teacher = new Teacher(ways, school.teacher.token, seed);
  const over = new AbortController();
  const students = plan.scripts.map((script, at) => {
    const person = school.students[at]!;
    const address = `10.1.${Math.floor(at / 250)}.${(at % 250) + 1}`;
    return new Student({ seed, program, ways, person, password: school.password, address, assessmentId, script, chance, over: over.signal });
  });
  let strikes: Promise<void>[] = [];
  try {
    const sessionId = await teacher.start(assessmentId);
    const parts: Promise<unknown>[] = students.map((student) => student.arrive());
    const presses: Promise<unknown>[] = [];
    strikes = plan.faults.map((fault) => strike(fault, { installation, students, key, chance }));
    const last = await teach(plan, {
      ...{ teacher, students, assessmentId, sessionId, courseId, parts },
      beside(press) {
        press.catch(() => undefined); // it may fail while something else is awaited; below it fails the storm
        presses.push(press);
      },
    });
    await Promise.all(strikes);
    await Promise.allSettled(parts);
    await Promise.all(presses);
    const quietAtMs = await waitForQuiet(db, sessionId, students);
    const isCanceled = plan.cancelsIn !== null;
    const standings = await watchRepair({ ways, students, assessmentId, quietAtMs, isCanceled });
    if (!isCanceled) await (last < FORMS.length - 1 ? teacher.endHere(assessmentId, sessionId) : teacher.step(assessmentId, 'finished'));
    await waitForQuiet(db, sessionId, students);
    const stored = await readStored(db, sessionId);
    const forms = Array.from({ length: last + 1 }, (_, form) => form);
    return {
      seed,
      acknowledged: students.flatMap(({ acknowledged }) => acknowledged),
      submitted: students.flatMap((student) => student.listSubmitted()),
      heard: students.map(({ heard }) => heard),
      standings,
      stored,
      shown: isCanceled ? [] : await readShown(ways, school.teacher.token, assessmentId, forms),
      acts: teacher.acts,
      removed: students.filter(({ isRemoved }) => isRemoved).map(({ accountId }) => accountId),
    };
  } finally {
    over.abort();
    await Promise.allSettled(strikes);
    for (const student of students) student.leave();
    // Students who signed in on a second phone keep that sign-in.
    for (const [at, student] of students.entries()) school.students[at]!.token = student.token;
  }
}

interface Room {
  teacher: Teacher;
  students: readonly Student[];
  assessmentId: number;
  sessionId: number;
  courseId: number;
  /** The students' acts that run at the same time as the teacher's. */
  parts: Promise<unknown>[];
  /** Takes the teacher's presses while the lesson continues. A press without a response fails the storm. */
  beside: (press: Promise<unknown>) => void;
}

/** Runs the lesson as its teacher. Returns the last form that was opened. */
async function teach(
  { formMs, runsOut, reveals, cancelsIn, closesIn, endsIn, scripts }: Plan,
  { teacher, students, assessmentId, sessionId, courseId, parts, beside }: Room,
): Promise<number> {
  beside(teacher.letComment(assessmentId));
  for (let form = 0; form < FORMS.length; form += 1) {
    if (form > 0) await teacher.step(assessmentId, form === 1 ? 're-assign' : 'next');
    if (form === 2 && reveals) beside(teacher.reveal(assessmentId, FORMS[1]));
    for (const student of students) parts.push(student.takePart(form));
    for (const [at, { leavesAt }] of scripts.entries())
      if (leavesAt?.form === form) beside(pause(leavesAt.atMs).then(() => remove(teacher, courseId, students[at]!)));
    await pause(formMs);
    if (form === cancelsIn) {
      await teacher.cancel(assessmentId);
      return form;
    }
    if (form === runsOut) {
      await teacher.endTime(assessmentId);
      await pause(3_200);
    } else if (form === closesIn) await teacher.closeForm(assessmentId, sessionId);
    if (form === endsIn) return form;
  }
  return FORMS.length - 1;
}

async function remove(teacher: Teacher, courseId: number, student: Student): Promise<void> {
  student.isRemoved = true;
  await teacher.remove(courseId, student.accountId);
  student.heard.removedAtMs = Date.now();
}
