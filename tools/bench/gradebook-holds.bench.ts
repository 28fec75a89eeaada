import { randomUUID } from 'node:crypto';
import { type GradedClass, withGradeServer } from './grade-server.ts';
import { spreadOf } from './lib.ts';
import { call } from './phone-line.ts';

/**
 * Measures how long the server's event loop is blocked at most while one call works on 20,000 cells, or reads a
 * million. The server and the caller are separate processes. Exits with 1 when a call never stays within 50 ms.
 */
const SHAPES = [
  { students: 200, items: 100, teachers: 8 },
  { students: 500, items: 2000, teachers: 8 },
];
const ROUNDS = 5;
const MOST_MS = 50;

await withGradeServer(SHAPES, async ({ api, classes, watch }) => {
  const [course, largest] = classes as [GradedClass, GradedClass];
  const held = new Map<string, number[]>();
  let sent = 0;
  /** Uses a different teacher for each call, since nobody calls so often. */
  const tokenOf = ({ teachers }: GradedClass): string => teachers[(sent += 1) % teachers.length]!;
  const note = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const { heldMs } = await watch(work);
    held.set(name, [...(held.get(name) ?? []), heldMs]);
  };
  const post = (of: GradedClass, path: string, body: unknown) => call('POST', `${api}${path}`, tokenOf(of), { body, key: randomUUID() });
  const read = async (of: GradedClass, path: string): Promise<Buffer> => {
    const reply = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${tokenOf(of)}`, 'accept-encoding': 'br' } });
    if (!reply.ok) throw new Error(`${reply.status} ${path} ${await reply.text()}`);
    return Buffer.from(await reply.arrayBuffer());
  };
  const importFile = async (bytes: Buffer): Promise<number> => {
    const form = new FormData();
    form.append('class', String(course.id));
    form.append('file', new Blob([new Uint8Array(bytes)]), 'grades.csv');
    const reply = await fetch(`${api}/grade-book/import`, { method: 'POST', headers: { authorization: `Bearer ${tokenOf(course)}` }, body: form });
    const said = (await reply.json()) as { import_id: number; conflict_count: number };
    if (!reply.ok || said.conflict_count < 15_000) throw new Error(`an import: ${JSON.stringify(said).slice(0, 500)}`);
    return said.import_id;
  };
  const cells = course.works.flatMap((work) => course.students.map((account) => ({ work, account })));
  const bulk = (points: number) => {
    const submission = (at: number) => ({ type: 'DRAFT_GRADE', draftGrade: (points + at) % 50 });
    return {
      columns: {
        course_work_id: cells.map(({ work }) => work),
        account_id: cells.map(({ account }) => account),
        to: cells.map((_, at) => (points + at) % 50),
      },
      list: cells.map(({ work, account }, at) => ({ courseWorkId: work, account_id: account, submission: submission(at) })),
    };
  };

  for (let round = 0; round <= ROUNDS; round += 1) {
    const { columns } = bulk(2 * round);
    const { list } = bulk(2 * round + 1);
    await note('20,000 grades, in columns', () => post(course, '/grade-submissions/bulk', { courseId: course.id, kind: 'paste', changes: columns }));
    let actId = 0;
    await note('20,000 grades, one by one', async () => {
      const done = await post(course, '/grade-submissions/bulk', { courseId: course.id, kind: 'paste', changes: list });
      actId = Number(done['act_id']);
    });
    await note('their undo', () => post(course, `/grade-book/acts/${actId}/undo`, {}));
    await note('preview of 20,000', () =>
      post(course, '/grade-book/preview', { courseId: course.id, act: { kind: 'add', points: 1 }, course_work_ids: course.works }),
    );
    await note('history of the undo', () => read(course, `/grade-book/history?class=${course.id}&act_id=${actId + 1}`));
    let file: Buffer = Buffer.alloc(0);
    await note('export of 20,000, CSV', async () => (file = await read(course, `/grade-book/export?class=${course.id}&format=csv`)));
    await note('export of 20,000, .xlsx', () => read(course, `/grade-book/export?class=${course.id}&format=xlsx`));
    // Every grade has changed in the meantime, so that each is a conflict.
    await post(course, '/grade-submissions/bulk', {
      courseId: course.id,
      kind: 'paste',
      changes: { ...columns, to: columns.to.map((points) => points + 50.5) },
    });
    let importId = 0;
    await note('import of 20,000, its preview', async () => (importId = await importFile(file)));
    await note('import of 20,000, for good', () => post(course, `/grade-book/import/${importId}/apply`, { conflicts: 'all', partial: true }));
    await note('gradebook of 20,000', () => read(course, `/dashboard/grade-book?class=${course.id}`));
    await note('gradebook of 20,000 with figures', () => read(course, `/dashboard/grade-book?class=${course.id}&figures=1`));
    await note('why, of 2,000 items', () => read(largest, `/grade-book/why?class=${largest.id}&account_id=${largest.students[round]}`));
    if (round > 2) continue; // a million cells take their time
    await note('gradebook of 1,000,000', () => read(largest, `/dashboard/grade-book?class=${largest.id}`));
    await note('gradebook of 1,000,000 with figures', () => read(largest, `/dashboard/grade-book?class=${largest.id}&figures=1`));
    await note('export of 1,000,000, CSV', () => read(largest, `/grade-book/export?class=${largest.id}&format=csv`));
  }
  for (const [name, times] of held) {
    const { min, median, max } = spreadOf(times.slice(1)); // the first call of a kind is compiled
    console.log(`${name}: held at most ${median.toFixed(0)} ms (${min.toFixed(0)} to ${max.toFixed(0)})`);
    if (min <= MOST_MS) continue;
    console.log(`  more than ${MOST_MS} ms in every round`);
    process.exitCode = 1;
  }
});
