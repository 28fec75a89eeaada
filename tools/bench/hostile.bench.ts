import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
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
import { ratioOf, spreadOf } from './lib.ts';

/**
 * 100 phones of a running lesson answer within four seconds while somebody tries to stop the lesson, and while nobody
 * does, in turns. Each file in hostile/ is one attack; `npm run bench -- hostile` runs all, ATTACKS=pongs,forms some.
 * On one machine an attacker would take the processor from server and phones, which a distant one does not: so its
 * process has the lowest priority. What is left of that is told by the attack `control`, which only burns a core.
 */
const PHONES = 100;
const ATTACKERS = 11;
const TOKENS = 12;
const ROUNDS = 4;
const WITHIN_MS = 4_000;
const HEAD_START_MS = 700;
const MOST_RATIO = 1.3;

const folder = new URL('./hostile/', import.meta.url);
const wanted = process.env['ATTACKS']?.split(',') ?? [];
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.attack.ts') && (wanted.length === 0 || wanted.some((name) => file.startsWith(name))))
  .sort();

/** Sends a message and waits for what answers it. */
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
    const app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 20 });
    const lesson = await createScenario(app).lesson({ students: PHONES + ATTACKERS });
    const url = await app.listen();
    const { key } = (await app.call(configGet)).body.realtime;
    const answering = lesson.students.slice(0, PHONES);
    const hostile = lesson.students.slice(PHONES);
    const { rows: emails } = await client.query('SELECT email FROM accounts WHERE id = ANY($1::bigint[]) ORDER BY id', [
      hostile.map(({ accountId }) => accountId),
    ]);
    const students: World['students'] = [];
    for (const [index, { accountId }] of hostile.entries()) {
      const tokens = await Promise.all(Array.from({ length: index === 0 ? TOKENS : 1 }, () => app.signIn(accountId)));
      students.push({ email: String(emails[index].email), tokens });
    }

    /** One run of Form - 1A. Returns the 99th percentile of its answers, and how many were not acknowledged. */
    async function round(file: string | null): Promise<{ p99: number; failures: number }> {
      const { body } = await lesson.teacher.call(liveStart, { body: { assessment_id: lesson.assessmentId, time: 10 } });
      const sessionId = body.session.id as number;
      const choices: { id: number }[] = body.assessment.questions[0].responses;
      await lesson.teacher.call(liveSettingsUpdate, { body: { assessment_id: lesson.assessmentId, can_comment: true } });
      const posts: number[] = [];
      for (const { tokens } of students.slice(0, 2).concat(students.slice(2))) {
        const answer = { session_id: sessionId, form: 'Form - 1A', response_id: choices[0]!.id, comment: 'Because.' };
        const reply = await app.call(postAdd, { body: answer }, { token: tokens[0] });
        if (reply.body.post) posts.push(reply.body.post.id as number);
      }
      const admin = { token: await app.signIn(lesson.admin.accountId) };
      const world: World = { url, key, students, admin, sessionId, postId: posts[0]! };
      if (file !== null) {
        await ask<FromAttacker>(attacker, { kind: 'start', file, world } satisfies ToAttacker, 'ready');
        await sleep(HEAD_START_MS);
      }
      const answered = await ask<FromPhones>(
        phones,
        {
          kind: 'answer',
          url,
          sessionId,
          form: 'Form - 1A',
          withinMs: WITHIN_MS,
          phones: answering.map(({ token }, index) => ({ token, responseId: choices[index % choices.length]!.id })),
        } satisfies ToPhones,
        'answered',
      );
      const stopped = file === null ? null : await ask<FromAttacker>(attacker, { kind: 'stop' } satisfies ToAttacker, 'stopped');
      acts += stopped?.kind === 'stopped' ? stopped.acts : 0;
      await lesson.teacher.call(liveClose, { body: { id: lesson.assessmentId } });
      const { latenciesMs, failures } = answered as Extract<FromPhones, { kind: 'answered' }>;
      return { p99: percentile(latenciesMs, 0.99), failures };
    }

    let acts = 0;
    await round(null); // warm
    await round(null);
    const worse: string[] = [];
    for (const file of files) {
      const { default: attack } = (await import(new URL(file, folder).href)) as { default: Attack };
      const times = { quiet: [] as number[], attacked: [] as number[] };
      let lost = 0;
      acts = 0;
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        for (const isAttacked of turn % 2 === 0 ? [false, true] : [true, false]) {
          const { p99, failures } = await round(isAttacked ? file : null);
          times[isAttacked ? 'attacked' : 'quiet'].push(p99);
          lost += failures;
          if (isAttacked) await sleep(300);
        }
      }
      const ratio = ratioOf(times.attacked, times.quiet).median;
      const name = file.replace('.attack.ts', '');
      if (ratio > MOST_RATIO) worse.push(name);
      console.log(`${name}: ${attack.title}`);
      const show = (side: readonly number[]): string => `${spreadOf(side).median.toFixed(0)} ms (${side.map((ms) => ms.toFixed(0)).join(', ')})`;
      console.log(
        `  99th percentile of an answer: without ${show(times.quiet)}, with ${show(times.attacked)}; ratio ${ratio.toFixed(2)}; ${lost} not acknowledged; ${acts} tries`,
      );
    }
    console.log(worse.length === 0 ? `no attack slows the lesson by more than ${MOST_RATIO} times` : `more than ${MOST_RATIO} times: ${worse.join(', ')}`);
    await app.close();
  });
} finally {
  phones.kill();
  attacker.kill();
  await postgres.stop();
}
