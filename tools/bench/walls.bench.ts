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
 * Shows the change of a class of a thousand on 30 walls, again and again. Measures the time from the teacher's press until
 * every wall has the picture, and until every phone knows of it.
 */
const STUDENTS = 1000;
const WALLS = 30;
const ROUNDS = 20;
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
    const { assessmentId, teacher, students } = await createScenario(app).lesson({ students: STUDENTS });
    const { key } = (await app.call(configGet)).body.realtime;
    await app.close();
    const env = { DATABASE_URL: toDatabaseUrl({ ...connection, password: '' }), DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO: 'off', DATABASE_CONNECTIONS: '20' };
    const web = startProductProcess({ env, role: 'web' });
    running.push(web, startProductProcess({ env, role: 'jobs' }));
    const api = `${await web.running}/api`;
    const address = `${(await web.running).replace('http', 'ws')}/app/${key}?protocol=7`;
    const teach = (path: string, body: object) => call('POST', `${api}/live/learning/${path}`, teacher.token, { body });

    await teach('start', { assessment_id: assessmentId, time: 30 });
    const answer = (choices: number) =>
      forEach([...students.entries()], async ([index, { token }]) => {
        const { question, session } = await joinLesson(api, token, assessmentId);
        const response_id = question.responses[index % choices]?.id;
        await call('POST', `${api}/posts/add`, token, { body: { session_id: session.epoch, form: session.form, response_id, comment: 'It flows around.' } });
      });
    await answer(4);
    await teach('status', { id: assessmentId, type: 're-assign', time: 1 });
    await answer(2);
    await teach('adjust/time', { assessment_id: assessmentId, type: 'decrease', time: 1 });
    await sleep(8_000); // the grace, and the closing

    let shown: WallShow = 'question';
    let heard = { walls: [] as number[], phones: [] as number[] };
    let pressedAt = 0;
    const noteIf = (times: () => number[], isIt: (event: string, data: string) => boolean) => (event: string, data: string) => {
      if (isIt(event, data)) times().push(performance.now() - pressedAt);
    };
    const wallSign = async (socket_id: string) => {
      const name = channels.projector(assessmentId);
      const { auth } = await call('POST', `${api}/broadcasting/auth`, teacher.token, { body: { socket_id, channel_name: name } });
      return { [name]: auth as unknown as string };
    };
    const onWall = noteIf(
      () => heard.walls,
      (event, data) => event === 'assessment.projector.changed' && data.includes(`"show":"${shown}"`),
    );
    const onPhone = noteIf(
      () => heard.phones,
      (event, data) => event === 'assessment.wall.changed' && data.includes(`"show":"${shown}"`),
    );
    for (let wall = 0; wall < WALLS; wall += 1)
      await openSocket({ address, names: [channels.projector(assessmentId)], sign: wallSign, onEvent: onWall }).subscribed;
    await forEach(students, ({ token }) => {
      const names = [channels.assessment(assessmentId)];
      return openSocket({ address, names, sign: (id) => signByJoining(api, token, assessmentId, id), onEvent: onPhone }).subscribed;
    });
    await sleep(3_000);

    const walls: number[] = [];
    const phones: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      shown = round % 2 === 0 ? 'change' : 'nothing';
      heard = { walls: [], phones: [] };
      pressedAt = performance.now();
      await teach('wall', { assessment_id: assessmentId, show: shown, of: 'Form - 1B' });
      await sleep(PAUSE_MS);
      if (heard.walls.length < WALLS || heard.phones.length < STUDENTS) throw new Error(`${heard.walls.length} walls and ${heard.phones.length} phones heard`);
      if (shown === 'change') {
        walls.push(...heard.walls);
        phones.push(...heard.phones);
      }
    }
    console.log(`${ROUNDS / 2} times the change of ${STUDENTS} students: on ${WALLS} walls ${show(walls)}; known to ${STUDENTS} phones ${show(phones)}`);
  });
} finally {
  for (const process of running) await process.end();
  rmSync(dataDir, { recursive: true, force: true });
  await postgres.stop();
}
process.exit(0);
