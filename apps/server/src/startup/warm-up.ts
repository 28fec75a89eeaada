import { randomUUID } from 'node:crypto';
import { addressOf, type Endpoint, liveDraft, liveFeed, liveJoin, liveStart, liveResponded, liveState, postAdd, postsCurrentForm } from '@classwright/contract';
import type pg from 'pg';
import { buildServer, type ClasswrightServer } from '../app.ts';
import { createQuestion } from '../modules/bank/questions/index.ts';
import { createAssessment } from '../modules/class/assessments/index.ts';
import { createClass, enrol } from '../modules/class/classes/index.ts';
import { createAccount, issueToken } from '../modules/people/accounts/index.ts';
import { createReferenceRow } from '../modules/school/reference/index.ts';
import type { ServerOptions } from '../options.ts';
import { createTrial, type Db, inTransaction } from '../platform/database/index.ts';
import { createLocalBus } from '../platform/live/index.ts';
import { createLog } from '../platform/log.ts';

/** The students of the lesson on the first connection. With half as many, a thousand phones enter their channels a third of a second later. */
const FIRST_STUDENTS = 200;
/** The share of the connections that stays free for calls, and is opened only. */
const FREE_SHARE = 1 / 5;
/** The students on each further connection. PostgreSQL settles for a plan at the sixth execution of a statement. */
const STUDENTS = 7;

interface Lesson {
  teacher: string;
  /** The tokens of the students. */
  students: string[];
  assessmentId: number;
}

/**
 * Prepares a process for the first second of a lesson: opens all connections of the pool, and on most of them holds a
 * lesson by the real calls (join, draft, answer, the feed, the state) that is rolled back. So a thousand phones that come
 * at once find connections, statements that are prepared and planned, and code that is compiled. The lesson belongs to a
 * school of its own, which nobody else ever sees. It takes a few seconds. @throws when the database does not answer
 */
export async function warmUp(options: ServerOptions, pool: pg.Pool, connections: number): Promise<void> {
  const trial = createTrial();
  const log = createLog('silent');
  const opened = await Promise.allSettled(Array.from({ length: connections }, () => pool.connect()));
  const clients = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  for (const client of clients.splice(0, Math.ceil(connections * FREE_SHARE))) client.release();
  const servers: ClasswrightServer[] = [];
  try {
    for (let client = clients.shift(); client; client = clients.shift())
      await trial
        .on(client, async () => {
          const [known] = servers;
          const server =
            known ?? (await buildServer({ ...options, db: trial.db, backgroundDb: trial.db, bus: createLocalBus({ log }), log, watchDeadlines: false }));
          servers[0] = server;
          await holdLesson(server, trial.db, known ? STUDENTS : FIRST_STUDENTS);
        })
        .finally(client.release.bind(client, undefined));
  } finally {
    for (const client of clients) client.release();
    for (const server of servers) await server.app.close();
  }
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

async function holdLesson(server: ClasswrightServer, db: Db, size: number): Promise<void> {
  const { teacher, students, assessmentId } = await makeLesson(db, size);
  const call = async (endpoint: Endpoint, token: string, sent: { query?: Record<string, string>; body?: object }, key?: string): Promise<unknown> => {
    const reply = await server.app.inject({
      method: endpoint.method,
      url: addressOf(endpoint),
      headers: { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
      ...(sent.query && { query: sent.query }),
      ...(sent.body && { payload: sent.body }),
    });
    if (reply.statusCode !== 200) throw new Error(`${endpoint.name} answered ${reply.statusCode} in the warm-up: ${reply.body.slice(0, 300)}`);
    return reply.json();
  };
  const query = { assessment_id: String(assessmentId) };
  const started = (await call(liveStart, teacher, { body: { assessment_id: assessmentId, time: 10 } })) as { session: { id: number; form: string } };
  const form = { session_id: started.session.id, form: started.session.form };
  await Promise.all(
    students.map(async (token, at) => {
      const joined = (await call(liveJoin, token, { body: { assessment_id: assessmentId } })) as {
        assessment: { questions: { responses: { id: number }[] }[] };
      };
      const response_id = joined.assessment.questions[0]!.responses[0]!.id;
      await call(liveDraft, token, { body: { ...form, revision: 1, response_id, comment: 'Because the current is the same' } }, `draft-${at}`);
      await call(postAdd, token, { body: { ...form, response_id, comment: 'Because the current is the same everywhere.' } }, `answer-${at}`);
      await call(postsCurrentForm, token, { query });
      await call(liveState, token, { query: { ...query, epoch: String(form.session_id), since: '0' } });
    }),
  );
  await call(liveResponded, teacher, { query });
  await call(liveFeed, teacher, { query: { ...query, form: form.form } });
}

/** Creates a school with a class and a lesson that can be started. */
function makeLesson(db: Db, size: number): Promise<Lesson> {
  const own = randomUUID();
  return inTransaction(db, async (tx) => {
    const schoolId = await createReferenceRow(tx, 'schools', { school_name: `Warm-up ${own}`, time_zone: 'UTC' });
    const person = async (roleKey: 'teachers' | 'student', at: number): Promise<{ accountId: number; token: string }> => {
      const accountType = roleKey === 'student' ? 'Student' : 'Teachers';
      const email = `${at}@${own}.warm-up.invalid`;
      const accountId = await createAccount(tx, { schoolId, accountType, roleKey, firstName: 'Warm', lastName: `Up ${at}`, email, passwordHash: null });
      return { accountId, token: await issueToken(tx, accountId, 'warm-up') };
    };
    const teacher = await person('teachers', 0);
    const students = [];
    for (let at = 1; at <= size; at += 1) students.push(await person('student', at));
    const responses = [1, 2, 3].map((at) => ({ title: `Choice ${at}`, description: '', match_label: `${at}`, is_valid: at === 1 }));
    const questionIds: number[] = [];
    for (const title of ['First', 'Transfer']) {
      const question = {
        authorId: teacher.accountId,
        schoolId,
        title,
        description: 'Where is the current largest?',
        published_state: 'PUBLISHED' as const,
        responses,
      };
      questionIds.push((await createQuestion(tx, question)).questionId);
    }
    const courseId = await createClass(tx, { schoolId, ownerId: teacher.accountId, name: 'Warm-up' });
    await enrol(
      tx,
      courseId,
      students.map(({ accountId }) => accountId),
      'STUDENT',
    );
    const owner = { accountId: teacher.accountId, schoolId };
    const assessmentId = await createAssessment(tx, {
      owner,
      class_id: courseId,
      title: 'Warm-up',
      questionIds: questionIds as [number, number],
      schedule_date: '2024-05-06',
    });
    return { teacher: teacher.token, students: students.map(({ token }) => token), assessmentId };
  });
}
