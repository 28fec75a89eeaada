import type { Readable } from 'node:stream';
import { writeWorkbook } from '@classwright/server/platform/spreadsheets/index';
import { type GradedClass, withGradeServer } from './grade-server.ts';
import { interleave, printComparison, ratioOf } from './lib.ts';

/**
 * Exports a gradebook of 20,000 grades as .xlsx, compared with the writer alone with the same cells in memory; and one
 * of a million as CSV, measuring the growth of the server's process. Exits with 1 when the file takes more than 2.5
 * times as long, or the million more than 30 MB.
 */
const SHAPES = [
  { students: 200, items: 100, teachers: 4 },
  { students: 500, items: 2000, teachers: 4 },
];
const MOST = { share: 2.5, megabytes: 30 };
const STUDENT_COLUMNS = 5;

await withGradeServer(SHAPES, async ({ client, api, classes, watch }) => {
  const [course, largest] = classes as [GradedClass, GradedClass];
  let sent = 0;
  /** Reads all of a file without keeping it. Returns its number of bytes. */
  const take = async ({ id, teachers }: GradedClass, format: 'csv' | 'xlsx'): Promise<number> => {
    const headers = { authorization: `Bearer ${teachers[((sent += 1)) % teachers.length]}` };
    const reply = await fetch(`${api}/grade-book/export?class=${id}&format=${format}`, { headers });
    if (!reply.ok || !reply.body) throw new Error(`${reply.status} ${await reply.text()}`);
    let bytes = 0;
    for await (const piece of reply.body) bytes += piece.byteLength;
    return bytes;
  };
  const { rows } = await client.query<{ cells: (number | null)[] }>(
    'SELECT json_agg(draft_grade::float8 ORDER BY course_work_id) AS cells FROM submissions WHERE course_id = $1 GROUP BY account_id',
    [course.id],
  );
  const sheet = rows.map(({ cells }, at) => [at, `person.${at}@grades.example`, 'Diallo', 'Amara', 81.2, ...cells.map((points) => points ?? '')]);
  const columns = Array.from({ length: STUDENT_COLUMNS + SHAPES[0]!.items }, (_, at) => ({ title: `Column ${at}`, width: 12, takesNumbers: true }));
  const bytes = { alone: 0, call: 0 };
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  const times = await interleave({
    rounds: 12,
    warmUpRounds: 4,
    sides: {
      'the writer alone': () => timed(async () => (bytes.alone = await countBytes(writeWorkbook([{ name: 'Grades', columns, rows: sheet }])))),
      'the export': () => timed(async () => (bytes.call = await take(course, 'xlsx'))),
    },
  });
  printComparison('20,000 grades as .xlsx', times);
  console.log(`  ${Math.round(bytes.alone / 1024)} KB and ${Math.round(bytes.call / 1024)} KB`);
  if (ratioOf(times['the export'], times['the writer alone']).median > MOST.share) fail(`more than ${MOST.share} times the writer alone`);

  await take(largest, 'csv'); // warms up the process
  let size = 0;
  const { liveMb, cpuMs } = await watch(async () => (size = await take(largest, 'csv')), { collects: true });
  const { residentMb } = await watch(() => take(largest, 'csv'));
  console.log(
    `1,000,000 cells as CSV: ${(size / 1024 / 1024).toFixed(1)} MB; the process holds ${liveMb.toFixed(1)} MB more meanwhile, and is ${residentMb.toFixed(1)} MB larger; ${Math.round(cpuMs)} ms of CPU with all its collecting`,
  );
  if (liveMb > MOST.megabytes) fail(`more than ${MOST.megabytes} MB`);
});

async function countBytes(file: Readable): Promise<number> {
  let bytes = 0;
  for await (const piece of file) bytes += (piece as Buffer).byteLength;
  return bytes;
}

function fail(sentence: string): void {
  console.log(`  ${sentence}`);
  process.exitCode = 1;
}
