import { channels, type Endpoint, gradeActUndo, gradeBook, gradeBulk, gradeSubmission } from '@classwright/contract';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createRandom,
  createScenario,
  type Random,
  type Scenario,
  startTestApp,
  type TestApp,
  type TestClass,
  type TestPerson,
} from '../../../testing/index.ts';
import { type ProductProcess, startProductProcess, toDatabaseUrl } from '../../../testing/product-process.ts';
import { postWork } from './testing/work.ts';

/** The number of seeds; set SEEDS for more. */
const SEEDS = Number(process.env['SEEDS'] ?? 2);
const [STUDENTS, WORKS, STEPS, KILLS] = [3, 3, 30, 2];
/** The maximum time in which a process restarts, also on a busy machine. */
const PATIENCE_MS = 60_000;

type Value = number | 'EX' | null;
interface Cell {
  work: number;
  account: number;
}
/** The response about a change: the cell has this revision. If this act set it, it replaced what the teacher saw. */
interface Told extends Cell {
  act: number;
  revision: number;
  to: Value;
  was: Value;
}
interface Saved {
  courseWorkId: number;
  account_id: number;
  draftGrade: number | null;
  excused: boolean;
  revision: number;
}
interface Reply {
  act_id: number | null;
  saved: Saved[];
  refused: { newer: Saved | null }[];
}

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
});
afterAll(() => app.close());

const keyOf = ({ work, account }: Cell): string => `${work} ${account}`;
const valueOf = ({ draftGrade, excused }: Pick<Saved, 'draftGrade' | 'excused'>): Value => (excused ? 'EX' : draftGrade);
const startProcess = (): ProductProcess =>
  startProductProcess({ env: { DATABASE_URL: toDatabaseUrl({ ...app.connection, password: '' }), DATA_DIR: app.dataDir, LOG_LEVEL: 'silent' } });

interface Course {
  id: number;
  cells: readonly Cell[];
  /** Returns the address, or null while no process is running. */
  address: () => string | null;
}

/**
 * Opens a page that shows what it was sent. It retries under one key until there is a response; some connections are
 * cut before that.
 */
function openPage(course: Course, { token, accountId }: TestPerson, random: Random) {
  const seen = new Map<string, Value>();
  const told: Told[] = [];
  const acts: number[] = [];
  let [calls, dropped, refused] = [0, 0, 0];

  async function sendUntilTold({ method, path }: Endpoint, body: object | undefined): Promise<{ status: number; body: Record<string, never> }> {
    const key = `${accountId}-${(calls += 1)}`;
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key, ...(body ? { 'content-type': 'application/json' } : {}) };
    const until = performance.now() + PATIENCE_MS;
    for (let attempt = 0; performance.now() < until; attempt += 1) {
      const base = course.address();
      const line = new AbortController();
      const cut = attempt === 0 && random.percent(25) ? setTimeout(() => line.abort(), random.below(25)) : undefined;
      const text = base
        ? await fetch(`${base}/api${path}`, { method, headers, signal: line.signal, ...(body ? { body: JSON.stringify(body) } : {}) })
            .then(
              async (reply) => ({ status: reply.status, text: await reply.text() }),
              () => null,
            )
            .catch(() => null)
        : null;
      clearTimeout(cut);
      if (text?.status === 500) throw new Error(`a failure that nobody expects: ${text.text}`);
      if (text && text.status < 500) return { status: text.status, body: JSON.parse(text.text) };
      dropped += 1;
      await sleep(10 + random.below(40));
    }
    throw new Error('never told');
  }

  const take = (saved: readonly Saved[]): void => {
    for (const one of saved) seen.set(keyOf({ work: one.courseWorkId, account: one.account_id }), valueOf(one));
  };
  const given = (to: Value) => (to === 'EX' ? { type: 'EXCUSED', excused: true } : { type: 'DRAFT_GRADE', draftGrade: to });
  const anyValue = (): Value => (random.percent(10) ? 'EX' : random.percent(10) ? null : random.below(51));
  const note = (act: number | null, changes: readonly (Cell & { to: Value; was: Value })[], saved: readonly Saved[]): void => {
    if (act === null) return;
    acts.push(act);
    for (const change of changes) {
      const there = saved.find((one) => one.courseWorkId === change.work && one.account_id === change.account);
      if (there && change.to !== change.was) told.push({ ...change, act, revision: there.revision });
    }
  };

  const steps = {
    async edit() {
      const cell = random.pick(course.cells);
      const [to, was] = [anyValue(), seen.get(keyOf(cell)) ?? null];
      const { status, body } = await sendUntilTold(gradeSubmission, {
        ...{ courseId: course.id, courseWorkId: cell.work, account_id: cell.account, submission: given(to), was },
      });
      if (status === 409) {
        refused += 1;
        return take([(body as unknown as { params: { newer: Saved } }).params.newer]);
      }
      expect(status, JSON.stringify(body)).toBe(200);
      const { act_id, submission } = body as unknown as { act_id: number | null; submission: Saved };
      take([submission]);
      note(act_id, [{ ...cell, to, was }], [submission]);
    },
    async paste() {
      const cells = course.cells.slice(random.below(4), 4 + random.below(5));
      const changes = cells.map((cell) => ({ ...cell, to: random.below(51) as Value, was: seen.get(keyOf(cell)) ?? null }));
      const { status, body } = await sendUntilTold(gradeBulk, {
        courseId: course.id,
        kind: 'paste',
        changes: changes.map(({ work, account, to, was }) => ({ courseWorkId: work, account_id: account, submission: given(to), was })),
      });
      expect(status, JSON.stringify(body)).toBe(200);
      const { act_id, saved, refused: left } = body as unknown as Reply;
      refused += left.length;
      take([...saved, ...left.flatMap(({ newer }) => newer ?? [])]);
      note(act_id, changes, saved);
    },
    async undo() {
      const act = acts.at(-1);
      if (act === undefined) return;
      const { status, body } = await sendUntilTold({ ...gradeActUndo, path: gradeActUndo.path.replace(':id', String(act)) as Endpoint['path'] }, undefined);
      acts.pop();
      if (status === 409) return;
      expect(status, JSON.stringify(body)).toBe(200);
      const { act_id, saved, refused: left } = body as unknown as Reply;
      if (act_id !== null) acts.push(act_id);
      take([...saved, ...left.flatMap(({ newer }) => newer ?? [])]);
    },
    async reload() {
      const { body } = await sendUntilTold({ ...gradeBook, path: `${gradeBook.path}?class=${course.id}` }, undefined);
      for (const [key, value] of readMatrix(body)) seen.set(key, value);
    },
  };
  return {
    told,
    acts,
    figures: () => ({ dropped, refused }),
    seen,
    reload: steps.reload,
    async work() {
      for (let step = 0; step < STEPS; step += 1) await steps[random.pick(['edit', 'edit', 'edit', 'edit', 'paste', 'paste', 'undo', 'reload'] as const)]();
    },
  };
}

function readMatrix(answer: unknown): Map<string, Value> {
  const { students, items } = answer as {
    students: { columns: { account_id: number[] } };
    items: { columns: { id: number[]; draft: (number | null)[][]; excused: number[][] } };
  };
  const { id, draft, excused } = items.columns;
  return new Map(
    id.flatMap((work, place) =>
      students.columns.account_id.map((account, at): [string, Value] => [
        keyOf({ work, account }),
        excused[place]!.includes(at) ? 'EX' : (draft[place]![at] ?? null),
      ]),
    ),
  );
}

interface Change {
  work: number;
  account: number;
  act_id: number;
  revision: number;
  draft: number | null;
  excused: boolean;
  draft_now: number | null;
  excused_now: boolean;
  revision_now: number;
}

const listChanges = async (courseId: number): Promise<Change[]> =>
  (
    await sql<Change>`
      SELECT cell.course_work_id AS work, cell.account_id AS account, change.act_id, change.revision, change.draft, change.excused,
             cell.draft_grade AS draft_now, cell.excused AS excused_now, cell.grade_revision AS revision_now
        FROM grade_changes change JOIN submissions cell ON cell.id = change.submission_id
       WHERE cell.course_id = ${courseId} ORDER BY change.submission_id, change.revision`.execute(app.db)
  ).rows;

test.for(Array.from({ length: SEEDS }, (_, at) => at + 1))(
  '[K174] two teachers grade one class while lines drop, pages are loaded anew and the server is killed with -9: what was acknowledged is stored and shown, once, over what its author saw; the history leads to the present (seed %d)',
  { timeout: 120_000 },
  async (seed) => {
    const random = createRandom(seed);
    const room: TestClass = await scenario.class({ students: STUDENTS });
    const works: number[] = [];
    for (let count = 0; count < WORKS; count += 1) works.push(await postWork(app, room));
    let product = startProcess();
    let address: string | null = await product.running;
    const cells = works.flatMap((work) => room.students.map(({ accountId }) => ({ work, account: accountId })));
    const course = { id: room.courseId, cells, address: () => address };
    const pages = [room.teacher, room.coTeacher].map((teacher, at) => openPage(course, teacher, createRandom(1000 * seed + at)));
    try {
      let isWorking = true;
      const working = Promise.all(pages.map((page) => page.work())).finally(() => (isWorking = false));
      working.catch(() => undefined); // it is waited for below
      for (let kill = 0; kill < KILLS; kill += 1) {
        await sleep(100 + random.below(400));
        if (!isWorking) break;
        address = null;
        await product.end('SIGKILL');
        product = startProcess();
        address = await product.running;
      }
      await working;
      for (const page of pages) await page.reload();

      const changes = await listChanges(room.courseId);
      const ofCell = Map.groupBy(changes, keyOf);
      const valueAt = (cell: Cell, revision: number): Value => {
        const found = ofCell.get(keyOf(cell))?.find((change) => change.revision === revision);
        return found ? valueOf({ draftGrade: found.draft, excused: found.excused }) : null;
      };
      const told = pages.flatMap((page) => page.told);
      expect(told.map((one) => valueAt(one, one.revision))).toEqual(told.map(({ to }) => to));
      // the author saw the value that it replaced; a colleague may have set the same one before
      const own = told.filter((one) => ofCell.get(keyOf(one))?.some(({ act_id, revision }) => act_id === one.act && revision === one.revision));
      expect(own.map((one) => valueAt(one, one.revision - 1))).toEqual(own.map(({ was }) => was));
      for (const history of ofCell.values()) {
        expect(history.map(({ revision }) => revision)).toEqual(history.map((_, at) => at + 1));
        const last = history.at(-1)!;
        expect(last).toMatchObject({ revision: last.revision_now, draft: last.draft_now, excused: last.excused_now });
      }
      const now = new Map(cells.map((cell) => [keyOf(cell), null as Value]));
      for (const [key, history] of ofCell) now.set(key, valueOf({ draftGrade: history.at(-1)!.draft_now, excused: history.at(-1)!.excused_now }));
      for (const { seen } of pages) expect(new Map([...seen].sort())).toEqual(new Map([...now].sort()));

      // every act once: as many as the pages got responses for, and the events of open pages lead to the current state
      // too
      await expect.poll(async () => (await app.db.selectFrom('room_outbox').select('id').execute()).length, { timeout: 20_000 }).toBe(0);
      const { rows: events } = await sql<{
        from_sequence: number;
        sequence: number;
        name: string;
        payload: { acts?: { act_id: number; cells: [number, number, number | null, unknown, boolean][] }[] };
      }>`
        SELECT from_sequence, sequence, name, payload FROM room_events WHERE room = ${channels.gradebook(room.courseId)} ORDER BY epoch, sequence`.execute(
        app.db,
      );
      expect(events.slice(1).map(({ from_sequence }) => from_sequence)).toEqual(events.slice(0, -1).map(({ sequence }) => sequence + 1));
      const heard = new Map(cells.map((cell) => [keyOf(cell), null as Value]));
      const acts = events.flatMap(({ payload }) => payload.acts ?? []);
      for (const [work, account, draftGrade, , excused] of acts.flatMap((act) => act.cells))
        heard.set(keyOf({ work, account }), valueOf({ draftGrade, excused }));
      expect(heard).toEqual(now);
      expect(acts.map(({ act_id }) => act_id).sort((a, b) => a - b)).toEqual([...new Set(changes.map(({ act_id }) => act_id))].sort((a, b) => a - b));
    } finally {
      await product.end('SIGKILL');
    }
  },
);
