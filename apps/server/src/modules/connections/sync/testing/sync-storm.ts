import { syncCourses, syncCourseWorks, syncInvitations, syncRunApply, syncRunCancel, syncRunRead, syncRunUndo, type SyncRunView } from '@classwright/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApp } from '../../../../testing/build-app.ts';
import type { PlannedFault } from '../../../../testing/classroom/index.ts';
import { createRandom, type Random } from '../../../../testing/random.ts';
import { checkInTheEnd, checkBetweenRuns, forgetLag } from './storm-checks.ts';
import { KINDS, StormClass } from './storm-class.ts';
import { DEEDS } from './storm-deeds.ts';
import type { SyncedPerson } from './synced-class.ts';
import type { SyncedSchool } from './synced-school.ts';

export interface StormOptions {
  rounds?: number;
  /** The percentage of calls to Google that fail. */
  faults?: number;
}

const PLENTY = { project: 1_000_000, user: 1_000_000, windowMs: 60_000 };
/** The maximum lag of a list; the sync accounts for two minutes after its own writes. */
const MOST_LAG_MS = 90_000;
/** A time longer than a process holds a lease. */
const LEASE_MS = 121_000;

/**
 * Runs a storm test by seed: some days of one or two teachers, with classes that people change on both sides, while
 * calls to Google fail, lists lag, quota ends, runs are canceled and undone, and processes die. Every typed value must
 * end up on both sides, in a conflict, or in a report as refused; memberships and submissions must have their latest
 * state; and nothing may exist twice. `second`: another process on the same database. Returns the errors.
 */
export async function runSyncStorm(school: SyncedSchool, second: TestApp, seed: number, { rounds = 5, faults = 20 }: StormOptions = {}): Promise<string[]> {
  const random = createRandom(seed);
  const { google } = school;
  calm(school);
  google.state.chance.restart(seed); // faults strike by address, and addresses hold ids
  const { teachers, classes } = await openClasses(school, random);
  const scene: Scene = { school, second, random, teachers, classes, begun: [] };
  const problems: string[] = [];
  const look = async (): Promise<void> => {
    for (const klass of classes) for (const problem of await checkBetweenRuns(klass)) problems.push(`${problem} (class ${klass.ground.courseId})`);
  };
  for (let round = 0; round < rounds; round += 1) {
    if (random.percent(40)) google.state.lagMs = 1000 * random.below(MOST_LAG_MS / 1000);
    if (random.percent(25)) google.quota.set({ user: 4 + random.below(12) });
    google.faults.seeded(seed * 100 + round, faults / 100);
    for (let times = 1 + random.below(2); times > 0; times -= 1) {
      for (let deeds = classes.length * (1 + random.below(6)); deeds > 0; deeds -= 1) await random.pick(DEEDS)(random.pick(classes));
      await runSome(scene);
      await look();
    }
    if (random.percent(20)) {
      await undoSome(scene);
      await look();
    }
    calm(school);
    await school.advance(MOST_LAG_MS + 1000 * random.below(120));
    for (const klass of classes) forgetLag(klass);
  }
  google.faults.clear();
  let unrest: string[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    unrest = listUnrest(await end(scene, await begin(scene, { isWhole: true })));
    if (unrest.length === 0) break;
  }
  problems.push(...unrest);
  for (const klass of classes) for (const problem of await checkInTheEnd(klass)) problems.push(`${problem} (class ${klass.ground.courseId})`);
  return problems;
}

/** Lists what runs still did, or could not do. */
const listUnrest = (runs: readonly SyncRunView[]): string[] =>
  runs.flatMap(({ scope, status, counts, failures }) => {
    const { made, changed, ended, sent, refused, conflicts } = counts;
    const isQuiet = status === 'finished' && made + changed + ended + sent + refused + conflicts === 0;
    return isQuiet ? [] : [`${scope} does not come to rest: ${JSON.stringify({ status, counts, failures })}`];
  });

interface Scene {
  school: SyncedSchool;
  second: TestApp;
  random: Random;
  teachers: readonly SyncedPerson[];
  classes: readonly StormClass[];
  /** The runs of the storm so far, with the people who started them. */
  begun: Begun[];
}
interface Begun {
  id: number;
  by: SyncedPerson;
}

/** Resets Google to work without failures. */
function calm({ google }: SyncedSchool): void {
  google.faults.clear();
  google.quota.set(PLENTY);
  google.state.lagMs = 0;
}

/** Creates one to three classes of one or two teachers, with one to four students, some of whom are in several. */
async function openClasses(school: SyncedSchool, random: Random): Promise<{ teachers: SyncedPerson[]; classes: StormClass[] }> {
  const { google, bring, connect, scenario, app } = school;
  const schoolId = await scenario.school('Europe/Berlin');
  const bringSome = async (role: 'teachers' | 'student', count: number): Promise<SyncedPerson[]> => {
    const people: SyncedPerson[] = [];
    while (people.length < count) people.push(await bring(role, schoolId));
    return people;
  };
  const teachers = await bringSome('teachers', random.percent(35) ? 2 : 1);
  const learners = await bringSome('student', 1 + random.below(4));
  const rooms = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, (_, at) => {
    const owner = random.pick(teachers);
    const course = google.asTeacher(owner.there).createCourse({ name: `Class ${at} of ${owner.there.email}` });
    for (const { there } of teachers) if (random.percent(50)) google.asTeacher(owner.there).add(course, there, 'TEACHER');
    for (const { there } of learners) if (random.percent(75)) google.asStudent(there).join(course);
    return { owner, course };
  });
  for (const teacher of teachers) await connect(teacher);
  let count = 0;
  const next = (): number => (count += 1);
  const scene: Scene = { school, second: app, random, teachers, classes: [], begun: [] };
  await end(scene, await begin(scene, { isWhole: true }));
  const classes: StormClass[] = [];
  for (const { owner, course } of rooms) {
    const { id } = await app.db
      .selectFrom('courses')
      .select('id')
      .where('owner_id', '=', owner.accountId)
      .where('name', '=', course.name)
      .executeTakeFirstOrThrow();
    classes.push(new StormClass({ school, random, next, owner, learners, course, courseId: id }));
  }
  return { teachers, classes };
}

/** Starts runs with all or some of the buttons. */
async function begin({ random, teachers, classes }: Scene, { isWhole }: { isWhole: boolean }): Promise<Begun[]> {
  const begun: Begun[] = [];
  const note = (by: SyncedPerson, { status, body }: { status: number; body: { run: { id: number } } }): void => {
    if (status === 200) begun.push({ id: body.run.id, by });
  };
  for (const teacher of teachers) if (isWhole || random.percent(40)) note(teacher, await teacher.call(syncCourses, { body: { new_classes: 'make' } }));
  for (const {
    ground: { owner, courseId },
  } of classes) {
    if (isWhole || random.percent(85)) note(owner, await owner.call(syncCourseWorks, { params: { id: courseId } }));
    if (!isWhole && random.percent(10)) note(owner, await owner.call(syncInvitations, { body: { course_id: courseId } }));
  }
  return begun;
}

/** Runs jobs in these processes, over all waits, until no run is active. */
async function drain({ school }: Scene, processes: readonly TestApp[]): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    await Promise.all(processes.map(({ server }) => server.jobs.runDue()));
    const live = await school.app.db.selectFrom('sync_runs').select('id').where('status', 'in', ['waiting', 'running']).execute();
    if (live.length === 0) return;
    await school.advance(61_000);
  }
  throw new Error('a run does not end');
}

async function end(scene: Scene, begun: readonly Begun[], processes: readonly TestApp[] = [scene.school.app]): Promise<SyncRunView[]> {
  await drain(scene, processes);
  const runs: SyncRunView[] = [];
  for (const { id, by } of begun) {
    const read = async () => (await by.call(syncRunRead, { params: { id } })).body.run;
    let run = await read();
    if (run.status === 'paused') {
      // a class that would lose everybody asks for consent; the teacher knows that they left, and agrees
      await by.call(syncRunApply, { params: { id }, body: { classes: [], confirm: true } });
      await drain(scene, processes);
      run = await read();
    }
    runs.push(run);
  }
  return runs;
}

/** Performs some runs: normally, in two parallel processes, with one that dies, or canceled midway. */
async function runSome(scene: Scene): Promise<void> {
  const { school, second, random } = scene;
  const { google, app } = school;
  const begun = await begin(scene, { isWhole: false });
  scene.begun.push(...begun);
  const way = random.pick(['plain', 'plain', 'both', 'death', 'cancelled'] as const);
  const cancelling: Promise<unknown>[] = [];
  const at = { match: { path: /^\/v1\// }, nth: 1 + random.below(14) };
  if (way === 'cancelled' && begun.length > 0) {
    const { id, by } = random.pick(begun);
    google.faults.plan([{ ...at, kind: 'meanwhile', act: () => void cancelling.push(by.call(syncRunCancel, { params: { id } })) }]);
  }
  if (way === 'death') await dieWithin(scene, { ...at, kind: 'hang', isDone: random.percent(50) });
  await end(scene, begun, way === 'both' ? [app, second] : [app]);
  await Promise.all(cancelling);
  google.faults.plan([]);
}

/**
 * Freezes the second process within a call; when its lease expires the first process continues, and the second resumes
 * in parallel.
 */
async function dieWithin({ school, second }: Scene, fault: PlannedFault): Promise<void> {
  const { google, app } = school;
  google.faults.plan([fault]);
  let isOver = false;
  const { struck } = google.faults;
  const dead = second.server.jobs.runDue().finally(() => (isOver = true));
  while (!isOver && google.faults.struck === struck) await sleep(5);
  await school.advance(LEASE_MS);
  await app.server.jobs.runDue();
  await dead;
}

/** Undoes one of the runs on behalf of somebody, who may remove its values, creations and deletions. */
async function undoSome(scene: Scene): Promise<void> {
  const { random, classes, begun } = scene;
  const { id, by } = begun.length > 0 ? random.pick(begun) : { id: 0, by: null };
  if (!by || !(await by.call(syncRunRead, { params: { id } })).body.run.can_undo) return;
  const known = new Map<StormClass, Map<string, string>>();
  for (const klass of classes) {
    const marks = new Map<string, string>();
    for (const kind of KINDS) for (const one of await klass.look('here', kind)) marks.set(`${kind} ${one.id}`, one.mark);
    known.set(klass, marks);
  }
  const answer = await by.call(syncRunUndo, { params: { id } });
  if (answer.status !== 200) return;
  const undo = answer.body.run.id;
  await end(scene, [{ id: undo, by }]);
  for (const klass of classes)
    for (const { run_id, kind, local_id, field, action, values, outcome } of await klass.listTold()) {
      if (run_id !== undo || outcome !== 'undone') continue;
      if (kind === 'member') klass.members.get(Number(local_id))?.fact.act(action === 'ended' ? 'in' : 'out');
      const mark = known.get(klass)?.get(`${kind} ${local_id}`);
      const thing = mark === undefined ? undefined : kind === 'submission' ? klass.findCell(mark) : klass.find(mark);
      if (!thing) continue;
      if (action === 'changed') klass.field(thing, field ?? '').giveUp(values);
      else if (kind === 'topic') klass.deleteTopic(thing);
      if (action !== 'changed') thing.isOver = true;
    }
}
