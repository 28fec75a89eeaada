import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { channels, configGet } from '@classwright/contract';
import type { WallShow } from '@classwright/rules/live';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { type ProductProcess, startProductProcess, toDatabaseUrl } from '@classwright/server/testing/product-process';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { percentileOf } from './lib.ts';
import { call, joinLesson, openSocket, signByJoining } from './phone-line.ts';

/**
 * A class of a thousand answers twice, and its teacher closes the form and shows the change on 30 walls, which are devices
 * of their own. Measures the time from each press until every wall has the picture and every phone knows of it, and from
 * the press that closes to the change on every wall, which is the way of the desk: Close, then Show the change.
 */
const STUDENTS = 1000;
const WALLS = 30;
/** Lessons of the class, one after the other: each gives one way from Close to the change. */
const LESSONS = 3;
/** The presses in a lesson that show the change again. */
const ROUNDS = 4;
/** A teacher's pause between two presses. */
const PAUSE_MS = 1500;
const AT_ONCE = 20;

/** Does the work for each item, some at a time. */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(work));
}

const show = (times: readonly number[]): string => `p50 ${percentileOf(times, 0.5).toFixed(0)}, p95 ${percentileOf(times, 0.95).toFixed(0)} ms`;

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
const dataDir = mkdtempSync(join(tmpdir(), 'classwright-walls-'));
const running: ProductProcess[] = [];
try {
  await withMigratedDatabase(postgres, async (_client, connection) => {
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 10 });
    const scenario = createScenario(app);
    const { teacher, students, schoolId, courseId, ...first } = await scenario.lesson({ students: STUDENTS });
    const lessons = [first.assessmentId];
    while (lessons.length < LESSONS) lessons.push((await scenario.assessment({ owner: teacher, schoolId, classId: courseId })).assessmentId);
    const { key } = (await app.call(configGet)).body.realtime;
    await app.close();
    const env = { DATABASE_URL: toDatabaseUrl({ ...connection, password: '' }), DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO: 'off', DATABASE_CONNECTIONS: '20' };
    const web = startProductProcess({ env, role: 'web' });
    running.push(web, startProductProcess({ env, role: 'jobs' }));
    const api = `${await web.running}/api`;
    const address = `${(await web.running).replace('http', 'ws')}/app/${key}?protocol=7`;
    const teach = (path: string, body: object) => call('POST', `${api}/live/learning/${path}`, teacher.token, { body });

    const wallTokens = await Promise.all(
      Array.from({ length: WALLS }, async () => {
        const { code, secret } = await call('POST', `${api}/live/walls/codes`, '', { body: {} });
        await call('POST', `${api}/live/walls`, teacher.token, { body: { code } });
        return (await call('POST', `${api}/live/walls/pairing`, '', { body: { secret } }))['token'] as unknown as string;
      }),
    );

    const heard = { walls: [] as number[], phones: [] as number[] };
    let isIt: Record<keyof typeof heard, (event: string, data: string) => boolean> = { walls: () => false, phones: () => false };
    let pressedAt = 0;
    const noteOf = (who: keyof typeof heard) => (event: string, data: string) => {
      if (isIt[who](event, data)) heard[who].push(performance.now() - pressedAt);
    };
    /** Presses, and returns the times until each wall and each phone had heard of it. */
    async function press(what: typeof isIt, work: () => Promise<unknown>): Promise<{ walls: number[]; phones: number[] }> {
      heard.walls = [];
      heard.phones = [];
      isIt = what;
      pressedAt = performance.now();
      await work();
      await sleep(PAUSE_MS);
      if (heard.walls.length < WALLS || heard.phones.length < STUDENTS) throw new Error(`${heard.walls.length} walls and ${heard.phones.length} phones heard`);
      return { walls: heard.walls.slice(0, WALLS), phones: heard.phones.slice(0, STUDENTS) };
    }
    const showing = (show: WallShow): typeof isIt => ({
      walls: (event, data) => event === 'assessment.projector.changed' && data.includes(`"show":"${show}"`),
      phones: (event, data) => event === 'assessment.wall.changed' && data.includes(`"show":"${show}"`),
    });
    const CLOSED: typeof isIt = {
      walls: (event, data) => event === 'assessment.projector.changed' && data.includes('"closed":true'),
      phones: (event) => event === 'assessment.phase.closed',
    };

    const times = {
      closed: { walls: [] as number[], phones: [] as number[] },
      changed: { walls: [] as number[], phones: [] as number[] },
      both: [] as number[],
    };
    const keepIn = (kept: { walls: number[]; phones: number[] }, one: { walls: number[]; phones: number[] }) => {
      kept.walls.push(...one.walls);
      kept.phones.push(...one.phones);
    };
    for (const assessmentId of lessons) {
      const { session } = (await teach('start', { assessment_id: assessmentId, time: 30 })) as unknown as { session: { epoch: number } };
      const { epoch } = session;
      for (const token of wallTokens) await call('GET', `${api}/live/walls/lesson`, token);
      const answer = (choices: number) =>
        forEach([...students.entries()], async ([index, { token }]) => {
          const joined = await joinLesson(api, token, assessmentId);
          const response_id = joined.question.responses[index % choices]?.id;
          await call('POST', `${api}/posts/add`, token, { body: { session_id: epoch, form: joined.session.form, response_id, comment: 'It flows around.' } });
        });
      await answer(4);
      const sockets = await Promise.all(
        wallTokens.map(async (token) => {
          const name = channels.projector(assessmentId);
          const sign = async (socket_id: string) => {
            const { auth } = await call('POST', `${api}/broadcasting/auth`, token, { body: { socket_id, channel_name: name } });
            return { [name]: auth as unknown as string };
          };
          const opened = openSocket({ address, names: [name], sign, onEvent: noteOf('walls') });
          await opened.subscribed;
          return opened.socket;
        }),
      );
      await forEach(students, ({ token }) => {
        const opened = openSocket({
          address,
          names: [channels.assessment(assessmentId)],
          sign: (id) => signByJoining(api, token, assessmentId, id),
          onEvent: noteOf('phones'),
        });
        sockets.push(opened.socket);
        return opened.subscribed;
      });
      keepIn(times.closed, await press(CLOSED, () => teach('phase/close', { assessment_id: assessmentId, epoch })));
      await teach('status', { id: assessmentId, type: 're-assign', time: 30 });
      await answer(2);
      await sleep(2_000);
      const both = await press(showing('change'), async () => {
        await teach('phase/close', { assessment_id: assessmentId, epoch });
        await teach('wall', { assessment_id: assessmentId, show: 'change', of: 'Form - 1B' });
      });
      times.both.push(...both.walls);
      for (let round = 0; round < ROUNDS; round += 1) {
        await press(showing('nothing'), () => teach('wall', { assessment_id: assessmentId, show: 'nothing' }));
        keepIn(times.changed, await press(showing('change'), () => teach('wall', { assessment_id: assessmentId, show: 'change', of: 'Form - 1B' })));
      }
      for (const socket of sockets) socket.close();
      await teach('end', { assessment_id: assessmentId, epoch });
    }
    const { closed, changed, both } = times;
    console.log(`${STUDENTS} students, ${WALLS} walls with tokens of their own, ${LESSONS} lessons`);
    console.log(`Close: on the walls ${show(closed.walls)}; on the phones ${show(closed.phones)}`);
    console.log(`Show the change: on the walls ${show(changed.walls)}; known to the phones ${show(changed.phones)}`);
    console.log(`Close and then the change, both presses: on the walls ${show(both)}`);
  });
} finally {
  for (const process of running) await process.end();
  rmSync(dataDir, { recursive: true, force: true });
  await postgres.stop();
}
process.exit(0);
