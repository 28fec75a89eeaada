import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { runCommand } from '../testing/command.ts';
import { connectionOf, preparedFolder } from '../testing/prepared-folder.ts';
import { startProductProcess } from '../testing/product-process.ts';
import { withClient } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readArchiveState } from './index.ts';

const EVERY_SECONDS = 5;

interface Acknowledged {
  email: string;
  atMs: number;
}

const call = async (address: string, path: string, token: string | null, body: object): Promise<{ status: number; json: Record<string, never> }> => {
  const reply = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return { status: reply.status, json: (await reply.json()) as Record<string, never> };
};

const signIn = async (address: string, email: string): Promise<string> =>
  (await call(address, '/auth/login', null, { email, password: 'classwright-demo' })).json.api_token as unknown as string;

const CIRCUITS = 'Simple circuits: closing a switch';

/** Returns the students of a lesson's class, by their email addresses. */
const listStudents = (folder: string, assessmentId: number): Promise<string[]> =>
  withClient(connectionOf(folder), async (client) => {
    const { rows } = await client.query<{ email: string }>(
      `SELECT email FROM accounts WHERE email LIKE 'student%' AND id IN
         (SELECT account_id FROM course_members WHERE course_id = (SELECT class_id FROM assessments WHERE id = $1)) ORDER BY id`,
      [assessmentId],
    );
    return rows.map(({ email }) => email);
  });

test('[B2921] the disk is gone in the middle of a lesson: the school comes back from its archive, lacks seconds at most, and the lesson goes on', {
  timeout: 300_000,
}, async () => {
  const archive = join(temporaryFolder(), 'archive');
  mkdirSync(archive);
  const folder = preparedFolder();
  const settings = { ARCHIVE_TO: archive, ARCHIVE_EVERY: String(EVERY_SECONDS), ROLES: 'web,jobs' };
  const first = startProductProcess({ env: { ...settings, DATA_DIR: folder } });
  onTestFinished(async () => void (await first.end('SIGKILL')));
  const address = await first.running;
  await expect.poll(() => readArchiveState(folder)?.baseAt ?? null, { timeout: 60_000 }).not.toBeNull();

  const teacher = await signIn(address, 'teacher@demo.school');
  const lessons = await fetch(`${address}/api/live/learning/lessons?per_page=100`, { headers: { authorization: `Bearer ${teacher}` } });
  const { data } = (await lessons.json()) as { data: { title: string; assessment_id: number }[] };
  const id = data.find(({ title }) => title === CIRCUITS)!.assessment_id;
  expect((await call(address, '/live/learning/start', teacher, { assessment_id: id, time: 30 })).status).toBe(200);

  const answer = async (to: string, email: string): Promise<number> => {
    const token = await signIn(to, email);
    const joined = await call(to, '/live/learning/join', token, { assessment_id: id });
    const { assessment } = joined.json as unknown as { assessment: { questions: { responses: { id: number }[] }[] } };
    const response_id = assessment.questions[0]!.responses[0]!.id;
    return (await call(to, '/posts/add', token, { assessment_id: id, form: 'Form - 1A', response_id, comment: `My reasons, says ${email}.` })).status;
  };
  const students = await listStudents(folder, id);
  const acknowledged: Acknowledged[] = [];
  for (const email of students) {
    if ((await answer(address, email)) === 200) acknowledged.push({ email, atMs: Date.now() });
    await sleep(1_000);
  }
  expect(acknowledged.length).toBeGreaterThan(20);
  const lostAtMs = Date.now();
  first.child.kill('SIGKILL');
  await first.ended;
  rmSync(folder, { recursive: true, force: true });

  const back = join(temporaryFolder(), 'data');
  const restored = await runCommand('restore-backup', ['--to', 'latest'], { ...settings, DATA_DIR: back });
  expect([restored.code, restored.output]).toEqual([0, expect.stringContaining('Restored the school')]);
  const second = startProductProcess({ env: { ...settings, DATA_DIR: back } });
  onTestFinished(async () => void (await second.end('SIGKILL')));
  const again = await second.running;
  const stored = await withClient(connectionOf(back), async (client) => {
    const { rows } = await client.query<{ email: string; comment: string }>(
      `SELECT a.email, p.comment::text AS comment FROM live_posts p JOIN accounts a ON a.id = p.account_id
         JOIN live_sessions s ON s.id = p.session_id WHERE s.assessment_id = $1 AND p.filed_by = 'student'`,
      [id],
    );
    return new Map(rows.map(({ email, comment }) => [email, comment]));
  });
  const missing = acknowledged.filter(({ email }) => !stored.get(email)?.includes(`My reasons, says ${email}.`));
  const lostSeconds = missing.length === 0 ? 0 : (lostAtMs - Math.min(...missing.map(({ atMs }) => atMs))) / 1000;
  console.log(`of ${acknowledged.length} acknowledged answers ${missing.length} are missing, the oldest ${lostSeconds.toFixed(1)} s before the loss`);
  expect(stored.size).toBeGreaterThan(0);
  expect(lostSeconds).toBeLessThan(EVERY_SECONDS + 10);
  for (const { email } of missing) expect([email, await answer(again, email)]).toEqual([email, 200]);
  const teacherAgain = await signIn(again, 'teacher@demo.school');
  expect((await call(again, '/live/learning/status', teacherAgain, { id, type: 're-assign', time: 5 })).status).toBe(200);
  await expect.poll(() => readArchiveState(back)?.baseAt ?? null, { timeout: 60_000 }).not.toBeNull();
  expect(await second.end()).toBe(0);
});
