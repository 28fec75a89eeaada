import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { channels, configGet, schoolSettingsUpdate } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { type ProductProcess, startProductProcess, toDatabaseUrl } from '@classwright/server/testing/product-process';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import type { WebSocket } from 'ws';
import { databaseMeter, processCpuMs } from './cpu-time.ts';
import { percentileOf } from './lib.ts';
import { call, joinLesson, openSocket, passMs, signByJoining } from './phone-line.ts';

/**
 * A thousand phones take their seats by the code within one second: the code, their name, their PIN, the question. Then
 * each votes within one second which of two reasons convinces more. Measures the time from the code to the question, its
 * parts, and that of a vote. Every phone must get its seat, and the count must be right to the last vote.
 */
const STUDENTS = 1000;
/** Lessons of the class, one after the other. The first one meets a process that has just started. */
const LESSONS = 3;
const WITHIN_MS = 1000;
const AT_ONCE = 20;
const FORM = 'Form - 1A';
/** Justifications that have nothing in common, long enough to be dealt to the desk. */
const WORDS = [
  'Gravity alone acts on it, so nine point eight metres per second squared remains.',
  'At the highest point nothing moves and therefore nothing can be accelerating either.',
];

interface Seated {
  studentId: number;
  token: string;
  joined: Awaited<ReturnType<typeof joinLesson>>;
}
interface Reasons {
  choices: { reasons: { id: number }[] }[];
  vote: { id: number; counts: [number, number] } | null;
}
type OwnVote = { id: number; reasons: { id: number; is_own: boolean }[] } | null;

const show = (times: readonly number[]): string =>
  `p50 ${percentileOf(times, 0.5).toFixed(0)}, p95 ${percentileOf(times, 0.95).toFixed(0)}, max ${Math.max(...times).toFixed(0)} ms`;

/** Does the work for each item, spread over one second. Returns what was done and the reasons of what failed. */
async function withinASecond<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<{ done: R[]; errors: string[] }> {
  const ends = await Promise.allSettled(
    items.map(async (item, index) => {
      await passMs((index / items.length) * WITHIN_MS);
      return work(item, index);
    }),
  );
  return {
    done: ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : [])),
    errors: ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason).slice(0, 300)] : [])),
  };
}

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
const dataDir = mkdtempSync(join(tmpdir(), 'classwright-seats-'));
const running: ProductProcess[] = [];
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
    const scenario = createScenario(app);
    const { teacher, admin, students, schoolId, courseId, ...first } = await scenario.lesson({ students: STUDENTS });
    await admin.call(schoolSettingsUpdate, { params: { id: schoolId }, body: { seat_check: 'pin' } });
    const lessons = [first.assessmentId];
    while (lessons.length < LESSONS) lessons.push((await scenario.assessment({ owner: teacher, schoolId, classId: courseId })).assessmentId);
    const { key } = (await app.call(configGet)).body.realtime;
    await app.close();

    const env = { DATABASE_URL: toDatabaseUrl({ ...connection, password: '' }), DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO: 'off', DATABASE_CONNECTIONS: '20' };
    const web = startProductProcess({ env, role: 'web' });
    running.push(web, startProductProcess({ env, role: 'jobs' }));
    const databaseMs = await databaseMeter(client);
    const api = `${await web.running}/api`;
    const address = `${(await web.running).replace('http', 'ws')}/app/${key}?protocol=7`;
    const teach = (path: string, body: object) => call('POST', `${api}/live/learning/${path}`, teacher.token, { body });
    const { pins } = (await call('POST', `${api}/seat-pins`, teacher.token, { body: { class_id: courseId } })) as unknown as {
      pins: { student_id: number; pin: string }[];
    };
    const pinOf = new Map(pins.map(({ student_id, pin }) => [student_id, pin]));

    /** Starts measuring the CPU of the process for people and of the database. Returns what each person has cost since. */
    function measureCpu(): () => string {
      const before = { web: processCpuMs(web.child.pid ?? 0), database: databaseMs() };
      return () =>
        `CPU for each ${((processCpuMs(web.child.pid ?? 0) - before.web) / STUDENTS).toFixed(2)} ms of the server and ${((databaseMs() - before.database) / STUDENTS).toFixed(2)} ms of the database`;
    }

    for (const [at, assessmentId] of lessons.entries()) {
      const { session } = (await teach('start', { assessment_id: assessmentId, time: 30 })) as unknown as { session: { epoch: number } };
      const { code } = await call('GET', `${api}/live/learning/seats?assessment_id=${assessmentId}`, teacher.token);
      const sockets: WebSocket[] = [];
      const subscribed: Promise<void>[] = [];
      const times = { code: [] as number[], names: [] as number[], seat: [] as number[], question: [] as number[], all: [] as number[] };

      /** A phone as its page does it, with the socket that it opens when it knows who it is. */
      async function comeIn({ accountId, lastName }: (typeof students)[number]): Promise<Seated> {
        const began = performance.now();
        let from = began;
        const note = (part: keyof typeof times): void => {
          const now = performance.now();
          times[part].push(now - from);
          from = now;
        };
        await call('POST', `${api}/lesson-code`, '', { body: { code } });
        note('code');
        const named = await call('POST', `${api}/lesson-code/names`, '', { body: { code, typed: lastName } });
        if (!(named['students'] as unknown as { id: number }[]).some(({ id }) => id === accountId)) throw new Error(`${lastName} is not among the names`);
        note('names');
        const body = { code, student_id: accountId, secret: pinOf.get(accountId) };
        const seat = (await call('POST', `${api}/lesson-code/seat`, '', { body }))['seat'] as unknown as { state: string; api_token: string };
        if (seat.state !== 'seated') throw new Error(`${lastName} has no seat: ${seat.state}`);
        note('seat');
        const token = seat.api_token;
        const names = [channels.assessment(assessmentId), channels.seat(accountId)];
        const opened = openSocket({ address, names, sign: (socketId) => signByJoining(api, token, assessmentId, socketId) });
        sockets.push(opened.socket);
        subscribed.push(opened.subscribed);
        opened.subscribed.catch(() => undefined); // it is awaited below
        const joined = await joinLesson(api, token, assessmentId);
        note('question');
        times.all.push(performance.now() - began);
        return { studentId: accountId, token, joined };
      }
      const load = loadavg()[0]!.toFixed(1);
      const cpuOfComing = measureCpu();
      const came = await withinASecond(students, comeIn);
      const heard = (await Promise.allSettled(subscribed)).filter(({ status }) => status === 'fulfilled').length;
      console.log(
        `Lesson ${at + 1} of ${LESSONS}, ${STUDENTS} phones come in within a second (load ${load}): from the code to the question ${show(times.all)}`,
      );
      console.log(
        `  its parts: code ${show(times.code)}; names ${show(times.names)}; PIN and seat ${show(times.seat)}; question ${show(times.question)}; ` +
          `errors ${came.errors.length}; sockets that hear ${heard}; ${cpuOfComing()}`,
      );
      for (const error of [...new Set(came.errors)].slice(0, 5)) console.log(`  ${error}`);
      const { seats } = await call('GET', `${api}/live/learning/seats?assessment_id=${assessmentId}`, teacher.token);
      const taken = (seats as unknown as unknown[]).length;
      if (came.errors.length > 0 || taken !== STUDENTS) throw new Error(`${came.errors.length} phones got no question, and ${taken} seats are taken`);

      for (let from = 0; from < came.done.length; from += AT_ONCE)
        await Promise.all(
          came.done.slice(from, from + AT_ONCE).map(({ token, joined }, index) => {
            const response_id = joined.question.responses[index % 2]?.id;
            const comment = from === 0 ? (WORDS[index] ?? '') : '';
            return call('POST', `${api}/posts/add`, token, { body: { session_id: session.epoch, form: FORM, response_id, comment } });
          }),
        );
      await teach('phase/close', { assessment_id: assessmentId, epoch: session.epoch });
      const dealt = (await teach('reasons/deal', { assessment_id: assessmentId, form: FORM }))['reasons'] as unknown as Reasons;
      const [first_id, second_id] = dealt.choices.flatMap(({ reasons }) => reasons.map(({ id }) => id));
      await teach('reasons/vote/open', { assessment_id: assessmentId, first_id, second_id });
      const asked: number[] = [];
      const cast: number[] = [];
      const expected: [number, number] = [0, 0];
      const cpuOfVotes = measureCpu();
      const voted = await withinASecond(came.done, async ({ token }, index) => {
        const began = performance.now();
        const vote = (await call('GET', `${api}/live/learning/reasons/vote?assessment_id=${assessmentId}`, token))['vote'] as unknown as OwnVote;
        if (!vote) throw new Error('a phone was not asked');
        const known = performance.now();
        asked.push(known - began);
        const wish = index % 3 === 0 ? 0 : 1;
        const side = vote.reasons[wish]?.is_own ? 1 - wish : wish;
        await call('POST', `${api}/live/learning/reasons/vote`, token, { body: { vote_id: vote.id, reason_id: vote.reasons[side]?.id } });
        cast.push(performance.now() - known);
        expected[side as 0 | 1] += 1;
      });
      const { vote } = (await call('GET', `${api}/live/learning/reasons?assessment_id=${assessmentId}&form=${encodeURIComponent(FORM)}`, teacher.token))[
        'reasons'
      ] as unknown as Reasons;
      console.log(
        `  ${STUDENTS} votes within a second: the two reasons ${show(asked)}; a vote ${show(cast)}; errors ${voted.errors.length}; counted ${vote?.counts.join(' and ')}; ${cpuOfVotes()}`,
      );
      for (const error of [...new Set(voted.errors)].slice(0, 5)) console.log(`  ${error}`);
      if (voted.errors.length > 0 || vote?.counts.join() !== expected.join())
        throw new Error(`${voted.errors.length} votes failed; cast were ${expected.join(' and ')}`);
      for (const socket of sockets) socket.terminate();
      await teach('end', { assessment_id: assessmentId, epoch: session.epoch });
    }
  });
} finally {
  for (const process of running) await process.end();
  rmSync(dataDir, { recursive: true, force: true });
  await postgres.stop();
}
process.exit(0);
