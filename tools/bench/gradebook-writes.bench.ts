import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTestSettings } from '@classwright/server/platform/config';
import type pg from 'pg';
import { databaseMeter, ownCpuMs } from './cpu-time.ts';
import { type GradedClass, withGradeServer } from './grade-server.ts';
import { interleave, printComparison, ratioOf, spreadOf } from './lib.ts';
import { call } from './phone-line.ts';

/**
 * Measures a saved cell, 5,000 pasted ones and their undo, as calls, compared with the bare statements that write the
 * same rows without any checks: the grades, the act, its history, the trail, the events for open pages, and the result
 * under its key, in one commit that reaches the disk. Also measures the processor time of a cell, in the database and in
 * the server. Exits with 1 when a cell takes more than twice as long or as much of it, a paste more than
 * three times as long, or an undo more than 1.2 times as long as its paste.
 */
const SHAPE = { students: 200, items: 100, teachers: 2 };
const PASTED = 5_000;
const pastes: number[] = [];
const undos: number[] = [];
const MOST = { cell: 2, cellCpu: 2, paste: 3, undo: 1.2 };
/** The cells of one block of which the processor time is measured, and the pause in which their events are numbered. */
const BLOCK = { cells: 100, pauseMs: 300 };
/** The cells before the first measured one. V8 compiles both sides while they run, which a server does once. */
const WARM_UP_CELLS = 1_200;

/** Cells as the bare statements use them. */
interface Cells {
  ids: number[];
  works: number[];
  accounts: number[];
}

await withGradeServer([SHAPE], async ({ client, ask, api, classes: [course] }) => {
  if (!course) throw new Error('no class was made');
  await reachDisk(client);
  const { rows } = await client.query<{ ids: number[]; works: number[]; accounts: number[] }>(
    `SELECT array_agg(id::integer ORDER BY id) AS ids, array_agg(course_work_id::integer ORDER BY id) AS works, array_agg(account_id::integer ORDER BY id) AS accounts
       FROM submissions WHERE course_id = $1`,
    [course.id],
  );
  const all = rows[0]!;
  const some = (from: number, count: number): Cells => ({
    ids: all.ids.slice(from, from + count),
    works: all.works.slice(from, from + count),
    accounts: all.accounts.slice(from, from + count),
  });
  const [token, asked] = [course.teachers[0]!, course.teachers[1]!];
  let grade = 1;
  const nextGrade = (): number => (grade = (grade % 49) + 1);
  let place = 0;
  const nextOne = (): Cells => some((place = (place + 37) % all.ids.length), 1);
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  const post = (path: string, body: unknown, as = token) => call('POST', `${api}${path}`, as, { body, key: randomUUID() });

  const writeOne = () => writeBare(client, course, nextOne(), nextGrade());
  const saveOne = () => {
    const { works, accounts } = nextOne();
    return post(
      '/grade-submissions',
      { courseId: course.id, courseWorkId: works[0], account_id: accounts[0], submission: { type: 'DRAFT_GRADE', draftGrade: nextGrade() } },
      asked,
    );
  };
  const cell = await interleave({
    rounds: 150,
    warmUpRounds: WARM_UP_CELLS,
    sides: { 'bare statements': () => timed(writeOne), 'a saved cell': () => timed(saveOne) },
  });
  printComparison('a cell', cell);
  judge('a saved cell', ratioOf(cell['a saved cell'], cell['bare statements']).median, MOST.cell);

  // The bare statements' client is this process, as the server is the database's client for a saved cell.
  const databaseMs = await databaseMeter(client);
  const serverMs = async () => (await ask({ kind: 'cpu' }, 'used')).cpuMs;
  const parts = { bare: { client: [] as number[], database: [] as number[] }, saved: { client: [] as number[], database: [] as number[] } };
  const block = async (into: (typeof parts)['bare'], work: () => Promise<unknown>, clientMs: () => number | Promise<number>): Promise<number> => {
    const [client0, database0] = [await clientMs(), databaseMs()];
    for (let n = 0; n < BLOCK.cells; n += 1) await work();
    await sleep(BLOCK.pauseMs);
    const [database, own] = [(databaseMs() - database0) / BLOCK.cells, ((await clientMs()) - client0) / BLOCK.cells];
    into.database.push(database);
    into.client.push(own);
    return database + own;
  };
  const cpu = await interleave({
    rounds: 9,
    warmUpRounds: 1,
    sides: { 'bare statements': () => block(parts.bare, writeOne, ownCpuMs), 'a saved cell': () => block(parts.saved, saveOne, serverMs) },
  });
  printComparison(`processor time of a cell, of blocks of ${BLOCK.cells}`, cpu);
  const medianOf = (times: readonly number[]): string => `${spreadOf(times).median.toFixed(2)} ms`;
  console.log(`  bare statements: database ${medianOf(parts.bare.database)}, their client ${medianOf(parts.bare.client)}`);
  console.log(`  a saved cell: database ${medianOf(parts.saved.database)}, the server ${medianOf(parts.saved.client)}`);
  const [database0, server0] = [databaseMs(), await serverMs()];
  await sleep(2_000);
  const idle = [databaseMs() - database0, (await serverMs()) - server0].map((ms) => `${(ms / 2).toFixed(1)} ms`);
  console.log(`  while nobody saves, in a second: database ${idle[0]}, the server ${idle[1]}`);
  console.log(`  load ${loadavg()[0]!.toFixed(1)}`);
  judge('the processor time of a saved cell', ratioOf(cpu['a saved cell'], cpu['bare statements']).median, MOST.cellCpu);

  let actId = 0;
  const paste = async (from: number): Promise<unknown> => {
    const { works, accounts } = some(from, PASTED);
    const to = accounts.map(nextGrade);
    const changes = { course_work_id: works, account_id: accounts, to };
    const { act_id, count } = await post('/grade-submissions/bulk', { courseId: course.id, kind: 'paste', changes });
    if (Number(count) < PASTED * 0.9) throw new Error(`${count} cells were changed`);
    return (actId = Number(act_id));
  };
  const undo = () => post(`/grade-book/acts/${actId}/undo`, {});
  const pasted = await interleave({
    rounds: 9,
    warmUpRounds: 2,
    sides: {
      'bare statements': () => timed(() => writeBare(client, course, some(10_000, PASTED), nextGrade())),
      // They run one after the other in every round, also when the sides are swapped.
      'paste and undo': async () => {
        const pasteMs = await timed(() => paste(0));
        const undoMs = await timed(undo);
        [pastes, undos].forEach((times, at) => times.push(at === 0 ? pasteMs : undoMs));
        return pasteMs + undoMs;
      },
    },
  });
  const last = <T>(times: readonly T[]): T[] => times.slice(-pasted['bare statements'].length);
  printComparison(`${PASTED.toLocaleString('en')} cells`, { 'bare statements': pasted['bare statements'], 'the paste': last(pastes), 'its undo': last(undos) });
  judge('a paste', ratioOf(last(pastes), pasted['bare statements']).median, MOST.paste);
  judge('an undo, beside its paste,', ratioOf(last(undos), last(pastes)).median, MOST.undo);
});

function judge(what: string, ratio: number, most: number): void {
  if (ratio <= most) return;
  console.log(`  ${what} takes more than ${most} times as long`);
  process.exitCode = 1;
}

/**
 * Makes commits reach the disk. The benches' database stores nothing permanently, so a commit would cost nothing; a
 * named database is left unchanged.
 */
async function reachDisk(client: pg.Client): Promise<void> {
  if (readTestSettings().databaseUrl !== null) return;
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) await client.query(`ALTER SYSTEM SET ${setting} = on`);
  await client.query('SELECT pg_reload_conf()');
}

/** Writes the rows that a call for these cells writes, all with one grade, each kind with one statement. */
async function writeBare(client: pg.Client, { id }: GradedClass, { ids, works, accounts }: Cells, grade: number): Promise<void> {
  const say = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  await client.query('BEGIN');
  const { rows } = await say(
    'act',
    `INSERT INTO grade_acts (course_id, account_id, kind, note, cell_count) VALUES ($1, $2, 'paste', '', $3) RETURNING id::integer`,
    [id, accounts[0], ids.length],
  );
  const act = (rows[0] as { id: number }).id;
  await say('cells', 'UPDATE submissions SET draft_grade = $2, grade_revision = grade_revision + 1 WHERE id = ANY($1::bigint[])', [ids, grade]);
  await say(
    'changes',
    `INSERT INTO grade_changes (submission_id, revision, act_id, draft, assigned, excused, state)
     SELECT id, grade_revision, $2, draft_grade, assigned_grade, excused, state FROM submissions WHERE id = ANY($1::bigint[])`,
    [ids, act],
  );
  await say('trail', `INSERT INTO audit_entries (account_id, action, subject_type, subject_id, after) VALUES ($1, 'submission.grade', 'submission', $2, $3)`, [
    accounts[0],
    ids[0],
    JSON.stringify({ act_id: act, cells: ids.length }),
  ]);
  const heard = [...new Set(works)].flatMap((work) => ['private-gradebook', 'private-class-staff'].map((room) => ({ room: `${room}-${id}`, item: work })));
  await say(
    'heard',
    `INSERT INTO room_outbox (room, epoch, name, payload, item)
     SELECT room, 1, 'class.submissions.changed', '{}', item FROM jsonb_to_recordset($1::jsonb) AS (room text, item bigint)`,
    [JSON.stringify(heard)],
  );
  await say('key', `INSERT INTO idempotency_keys (account_id, endpoint, key, body_hash, http_status, response) VALUES ($1, 'bare', $2, $3, 200, $4)`, [
    accounts[0],
    randomUUID(),
    Buffer.alloc(32),
    JSON.stringify({ status: 'success', act_id: act }),
  ]);
  await client.query('COMMIT');
}
