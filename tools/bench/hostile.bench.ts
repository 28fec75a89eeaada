import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { configGet, liveClose, liveSettingsUpdate, liveStart, postAdd } from '@classwright/contract';
import { readTestSettings } from '@classwright/server/platform/config';
import { buildAppOn } from '@classwright/server/testing/build-app';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { createScenario } from '@classwright/server/testing/scenario';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import type { FromPhones, ToPhones } from './answers-clients.ts';
import type { Attack, World } from './hostile/attack.ts';
import type { FromAttacker, ToAttacker } from './hostile/attacker.ts';
import { requireExit, ratioOf, spreadOf } from './lib.ts';

/**
 * 100 phones of a running lesson answer within four seconds while an attacker tries to stop the lesson, and while
 * nobody does, in turns. Each file in hostile/ is one attack; `npm run bench -- hostile` runs all, ATTACKS=pongs,forms
 * some. The server has the limits that it has in schools, and every attack starts with them unused: it comes from an
 * address and from accounts that have been quiet. On one machine an attacker takes processor time from server and
 * phones, which a distant one does not. Its process has the lowest priority; the attack `control`, which only burns a
 * core and runs first, shows the remaining effect.
 */
const PHONES = 100;
const ATTACKERS = 11;
const TOKENS = 12;
const ROUNDS = 4;
const WITHIN_MS = 4_000;
const HEAD_START_MS = 100;
const CONTROL = 'control.attack.ts';
const MOST_RATIO = 1.3;

const folder = new URL('./hostile/', import.meta.url);
const wanted = process.env['ATTACKS']?.split(',') ?? [];
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.attack.ts') && file !== CONTROL && (wanted.length === 0 || wanted.some((name) => file.startsWith(name))))
  .sort();

/** Sends a message and waits for its reply. */
function ask<Reply extends { kind: string }>(child: ChildProcess, message: object, kind: Reply['kind']): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const onMessage = (reply: unknown): void => {
      if ((reply as Reply).kind !== kind) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(reply as Reply);
    };
    const onExit = (): void => reject(new Error('a client process has ended early'));
    child.on('message', onMessage);
    child.once('exit', onExit);
    child.send(message);
  });
}
const percentile = (times: readonly number[], share: number): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1]!;

const phones = fork(fileURLToPath(new URL('./answers-clients.ts', import.meta.url)));
const attacker = fork(fileURLToPath(new URL('./hostile/attacker.ts', import.meta.url)));
if (attacker.pid !== undefined) setPriority(attacker.pid, constants.priority.PRIORITY_LOW);
const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  await withMigratedDatabase(postgres, async (client, connection) => {
    await client.query(movableClock);
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 20, isAsInSchools: true });
    const scenario = createScenario(app);
    const lesson = await scenario.lesson({ students: PHONES + ATTACKERS });
    const url = await app.listen();
    const { key } = (await app.call(configGet)).body.realtime;
    const answering = lesson.students.slice(0, PHONES);
    const hostile = lesson.students.slice(PHONES);
    const { rows: emails } = await client.query('SELECT email FROM accounts WHERE id = ANY($1::bigint[]) ORDER BY id', [
      hostile.map(({ accountId }) => accountId),
    ]);
    const students: World['students'] = [];
    for (const [index, { accountId }] of hostile.entries()) {
      const tokens = await Promise.all(Array.from({ length: TOKENS }, () => app.signIn(accountId)));
      students.push({ email: String(emails[index].email), tokens });
    }
    const admins: World['admin'][] = [];
    for (let index = 0; index < ROUNDS; index += 1) admins.push(await scenario.person('admin', null));

    interface Run {
      /** The 99th percentile of the answers' times. */
      p99: number;
      failures: number;
      /** The maximum delay of the server's event loop. */
      lateMs: number;
      /** The share of one core that the server's process used, including its threads. */
      core: number;
    }

    /** Runs Form - 1A once. */
    async function round(file: string | null, attackers = students): Promise<Run> {
      const { body } = await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 10 } });
      const sessionId = body.session.id as number;
      const choices: { id: number }[] = body.assessment.questions[0]!.responses;
      await lesson.teacher.call(liveSettingsUpdate, { body: { assessment_id: lesson.assessmentId, can_comment: true } });
      const posts: number[] = [];
      for (const { tokens } of attackers) {
        const answer = { session_id: sessionId, form: 'Form - 1A', response_id: choices[0]!.id, comment: 'Because.' };
        const reply = await app.call(postAdd, { body: answer }, { token: tokens[0] });
        if (reply.body.post) posts.push(reply.body.post.id as number);
      }
      if (file !== null) {
        attacks += 1;
        const [address, admin] = [`127.0.1.${attacks % 250}`, admins[attacks % admins.length]!];
        const world: World = { url, key, address, students: attackers, admin: { token: admin.token }, sessionId, postId: posts[0]! };
        await ask<FromAttacker>(attacker, { kind: 'start', file, world } satisfies ToAttacker, 'ready');
        await sleep(HEAD_START_MS);
      }
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();

      const [beganMs, took] = [performance.now(), process.cpuUsage()];
      const answered = await ask<FromPhones>(
        phones,
        {
          kind: 'answer',
          what: 'answer',
          url,
          sessionId,
          form: 'Form - 1A',
          withinMs: WITHIN_MS,
          phones: answering.map(({ token }, index) => ({ token, responseId: choices[index % choices.length]!.id })),
        } satisfies ToPhones,
        'answered',
      );
      const { user, system } = process.cpuUsage(took);
      const core = (user + system) / 1000 / (performance.now() - beganMs);
      delay.disable();
      const stopped = file === null ? null : await ask<FromAttacker>(attacker, { kind: 'stop' } satisfies ToAttacker, 'stopped');
      if (stopped?.kind === 'stopped') for (const [status, count] of Object.entries(stopped.acts)) acts.set(status, (acts.get(status) ?? 0) + count);
      await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
      const { latenciesMs, failures } = answered as Extract<FromPhones, { kind: 'answered' }>;
      return { p99: percentile(latenciesMs, 0.99), failures, lateMs: delay.max / 1e6, core };
    }

    /** The number of an attack's tries by status; 0: the connection broke. */
    const acts = new Map<string, number>();
    let attacks = 0;
    let ofControl = 1;
    await round(null); // warm
    await round(null);
    const worse: string[] = [];
    for (const file of [CONTROL, ...files]) {
      const { default: attack } = (await import(new URL(file, folder).href)) as { default: Attack };
      const runs = { quiet: [] as Run[], attacked: [] as Run[] };
      acts.clear();
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        const at = attacks % students.length;
        const rested = [...students.slice(at), ...students.slice(0, at)];
        for (const isAttacked of turn % 2 === 0 ? [false, true] : [true, false]) {
          runs[isAttacked ? 'attacked' : 'quiet'].push(await round(isAttacked ? file : null, rested));
          if (isAttacked) await sleep(300);
        }
      }
      const timesOf = (side: readonly Run[]): number[] => side.map(({ p99 }) => p99);
      const ratio = ratioOf(timesOf(runs.attacked), timesOf(runs.quiet)).median;
      const name = file.replace('.attack.ts', '');
      if (file === CONTROL) ofControl = ratio;
      else if (ratio > MOST_RATIO) worse.push(name);
      const most = (side: readonly Run[]): string => Math.max(...side.map(({ lateMs }) => lateMs)).toFixed(0);
      const cores = (side: readonly Run[]): string => spreadOf(side.map(({ core }) => core)).median.toFixed(2);
      const lost = [...runs.quiet, ...runs.attacked].reduce((sum, { failures }) => sum + failures, 0);
      const show = (side: readonly Run[]): string =>
        `${spreadOf(timesOf(side)).median.toFixed(0)} ms (${timesOf(side)
          .map((ms) => ms.toFixed(0))
          .join(', ')})`;
      console.log(`${name}: ${attack.title}`);
      console.log(
        `  99th percentile of an answer: without ${show(runs.quiet)}, with ${show(runs.attacked)}; ${lost} not acknowledged; tries ${[...acts].map(([status, count]) => `${status}: ${count}`).join(', ') || 'none'}`,
      );
      console.log(
        `  the server’s loop late by ${most(runs.quiet)} ms at most, ${most(runs.attacked)} ms; its share of a core ${cores(runs.quiet)}, ${cores(runs.attacked)}`,
      );
      const ofOthers = file === CONTROL ? '' : `; control ${ofControl.toFixed(2)}; to control ${(ratio / ofControl).toFixed(2)}`;
      console.log(`  ratio ${ratio.toFixed(2)}${ofOthers}`);
    }
    console.log(worse.length === 0 ? `no attack slows the lesson by more than ${MOST_RATIO} times` : `more than ${MOST_RATIO} times: ${worse.join(', ')}`);
    requireExit();
    await app.close();
  });
} finally {
  phones.kill();
  attacker.kill();
  await postgres.stop();
}
