import {
  broadcastingAuth,
  channels,
  contract,
  type Endpoint,
  liveAsk,
  liveDraft,
  liveProjector,
  TOKEN_PURPOSES,
  type TokenPurpose,
} from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endLimitedToken, issueLimitedToken } from './modules/people/accounts/index.ts';
import { inTransaction } from './platform/database/index.ts';
import { startTestApp, type TestApp } from './testing/index.ts';
import { type RunningLesson, startLesson } from './testing/running-lesson.ts';
import { createScenario, type Scenario, type TestLesson, type TestPerson } from './testing/scenario.ts';

// A token for one thing: a seat of a student in one lesson, a wall of a teacher. Every call and every channel of the
// product is asked for with both, and only those of these tables let them in.

const CALLS: Record<TokenPurpose, readonly string[]> = {
  seat: [
    'broadcasting.auth',
    ...['live.join', 'live.state', 'live.active', 'live.assessment', 'live.settings', 'live.elapsedTime', 'live.running', 'live.studentLogin'],
    ...['live.draft', 'post.add', 'posts.currentForm', 'forms.reactions', 'live.ownAnswers', 'post.get', 'post.reactions', 'post.react'],
    ...['comment.add', 'comment.earlier', 'comment.get', 'reply.add', 'reply.get', 'live.summary', 'live.studentSnapshot'],
    ...['live.ownPair', 'live.pairJoin', 'live.vote', 'live.voteCast', 'live.rewrite', 'live.ask', 'live.notes'],
    ...['seat.answer', 'seat.request'],
  ],
  wall: ['broadcasting.auth', 'live.projector', 'live.projectorResults', 'lessonCode.shown', 'walls.lesson', 'live.projectorPairs', 'live.projectorVote'],
};
/** The channels that a token may hear, by name; `lesson` is that of its own lesson. */
const HEARD: Record<TokenPurpose, readonly (keyof typeof channels)[]> = { seat: ['assessment', 'seat'], wall: ['projector', 'walls'] };

interface Holder {
  accountId: number;
  tokenId: number;
  token: string;
}
const NOBODY: Holder = { accountId: 0, tokenId: 0, token: '' };

let app: TestApp;
let scenario: Scenario;
let lesson: TestLesson;
let elsewhere: TestLesson;
const holders: Record<TokenPurpose, Holder> = { seat: NOBODY, wall: NOBODY };

beforeAll(async () => {
  app = await startTestApp({ isAlone: true });
  scenario = createScenario(app);
  lesson = await scenario.lesson({ students: 2 });
  elsewhere = await scenario.lesson({ students: 1 });
  for (const purpose of TOKEN_PURPOSES) holders[purpose] = await giveToken(purpose);
});
afterAll(() => app.close());

async function giveToken(purpose: TokenPurpose): Promise<Holder> {
  const accountId = purpose === 'seat' ? lesson.students[0]!.accountId : lesson.teacher.accountId;
  const assessmentId = purpose === 'seat' ? lesson.assessmentId : null;
  const issued = await inTransaction(app.db, (tx) => issueLimitedToken(tx, { accountId, purpose, assessmentId, deviceLabel: purpose, lifetimeDays: 1 }));
  return { accountId, ...issued };
}

const asksForSomebody = ({ access }: Endpoint): boolean => access !== 'public' && access !== 'link' && access !== 'client';

/** Makes a call that no endpoint accepts: a caller who is let in gets a validation error. */
const ask = (endpoint: Endpoint, token: string) =>
  app.call(
    endpoint,
    {
      params: { id: 'none' },
      query: endpoint.onlyWith === undefined ? undefined : { [endpoint.onlyWith]: 'none' },
      body: endpoint.method === 'GET' ? undefined : {},
    },
    { token },
  );

describe.each(TOKEN_PURPOSES)('a token that is a %s', (purpose) => {
  test('[B2250] is refused by every call of the product that does not name its purpose', async () => {
    const letIn: string[] = [];
    for (const [index, endpoint] of contract.filter(asksForSomebody).entries()) {
      if (index % 100 === 99) holders[purpose] = await giveToken(purpose);
      const reply = await ask(endpoint, holders[purpose].token);
      expect([endpoint.name, reply.status < 500 && reply.status !== 401 && reply.status !== 429]).toEqual([endpoint.name, true]);
      // the answer to HEAD has no body
      if (reply.status !== 403 || (endpoint.method !== 'HEAD' && reply.error?.code !== 'NOT_ALLOWED')) letIn.push(endpoint.name);
    }
    expect(letIn.toSorted()).toEqual(CALLS[purpose].toSorted());
  });

  test('[B2250] may hear the channels of its own lesson that its purpose needs, and no other channel', async () => {
    for (const [name, channelOf] of Object.entries(channels) as [keyof typeof channels, (id: number) => string][]) {
      for (const id of [lesson.assessmentId, lesson.courseId, elsewhere.assessmentId, elsewhere.courseId, holders[purpose].accountId, lesson.schoolId]) {
        const reply = await app.call(broadcastingAuth, { body: { socket_id: '1.1', channel_name: channelOf(id) } }, { token: holders[purpose].token });
        const isHeard = HEARD[purpose].includes(name) && id === (name === 'seat' ? holders[purpose].accountId : lesson.assessmentId);
        expect([channelOf(id), reply.status]).toEqual([channelOf(id), isHeard ? 200 : 403]);
      }
    }
  });
});

test('[B2250] another device that signs in ends neither seat nor wall, somebody who is sent out loses the seat, and a deactivated account the wall', async () => {
  const look = () => app.call(liveProjector, { query: { assessment_id: lesson.assessmentId } }, { token: holders.wall.token });
  const hear = () =>
    app.call(broadcastingAuth, { body: { socket_id: '1.1', channel_name: channels.assessment(lesson.assessmentId) } }, { token: holders.seat.token });
  await app.db
    .insertInto('live_walls')
    .values({
      code: 'BCDFGH',
      secret_hash: Buffer.from('secret'),
      expires_at: new Date(Date.now() + 3_600_000),
      account_id: holders.wall.accountId,
      token_id: holders.wall.tokenId,
      shown_id: lesson.assessmentId,
      paired_at: new Date(),
    })
    .execute();
  for (const { accountId } of Object.values(holders)) await app.endByNewDevice(accountId);
  expect([(await look()).status, (await hear()).status]).toEqual([200, 200]);
  await inTransaction(app.db, async (tx) => {
    const own = { accountId: holders.seat.accountId, tokenId: holders.seat.tokenId };
    expect(await endLimitedToken(tx, { ...own, purpose: 'wall', reason: 'sent_out' })).toBe(false);
    expect(await endLimitedToken(tx, { ...own, purpose: 'seat', reason: 'sent_out' })).toBe(true);
  });
  await scenario.deactivate(holders.wall.accountId);
  expect([(await look()).error?.code, (await hear()).error?.code]).toEqual(['ACCOUNT_DEACTIVATED', 'NOT_SIGNED_IN']);
});

describe('the answers to a token', () => {
  const CLASSMATE = 'Currents divide between parallel branches because voltages stay equal everywhere';
  const DRAFT = 'half a thought that nobody has sent';
  const QUESTION = 'a private line to the teacher';

  /** Makes every reading call that lets the token in, and returns what was answered, by call. */
  async function readAll(purpose: TokenPurpose, token: string, at: RunningLesson, postId: number): Promise<Map<string, string>> {
    const answers = new Map<string, string>();
    for (const endpoint of contract.filter(({ name, method }) => method === 'GET' && CALLS[purpose].includes(name))) {
      const given = { assessment_id: at.assessmentId, form: 'Form - 1A', post_id: postId, comment_id: 1, reply_id: 1, before: 1_000_000 };
      const known = Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {});
      const query = Object.fromEntries(Object.entries(given).filter(([name]) => known.includes(name)));
      const reply = await app.call(endpoint, { query }, { token });
      expect([endpoint.name, reply.status, reply.status < 500 && reply.status !== 422]).toEqual([endpoint.name, reply.status, true]);
      answers.set(endpoint.name, JSON.stringify(reply.body ?? reply.error));
    }
    return answers;
  }
  const holding = (answers: Map<string, string>, secret: string | RegExp): string[] =>
    [...answers].flatMap(([name, text]) => (text.search(secret) >= 0 ? [name] : []));

  test('[B2362] hold nothing of other people and lessons, and of the own lesson only what is open to it', async () => {
    const at = await startLesson(app, scenario, { students: 3 });
    const [own, classmate, drafting] = at.students as [TestPerson, TestPerson, TestPerson];
    const tokens = {} as Record<TokenPurpose, string>;
    for (const purpose of TOKEN_PURPOSES) {
      const isSeat = purpose === 'seat';
      const [accountId, assessmentId] = isSeat ? [own.accountId, at.assessmentId] : [at.teacher.accountId, null];
      const issued = await inTransaction(app.db, (tx) => issueLimitedToken(tx, { accountId, purpose, assessmentId, deviceLabel: purpose, lifetimeDays: 1 }));
      tokens[purpose] = issued.token;
      if (isSeat) continue;
      const wall = { code: 'BCDFGJ', secret_hash: Buffer.from('another'), expires_at: new Date(Date.now() + 86_400_000), paired_at: new Date() };
      await app.db
        .insertInto('live_walls')
        .values({ ...wall, account_id: accountId, token_id: issued.tokenId, shown_id: at.assessmentId })
        .execute();
    }
    await at.login(own);
    const filed = await at.answer(classmate, 'Form - 1A', 1, { comment: CLASSMATE });
    const postId = filed.body.post.id as number;
    const draft = { session_id: at.sessionId, form: 'Form - 1A', revision: 1, response_id: (await at.choices('Form - 1A'))[0]!, comment: DRAFT } as const;
    expect((await drafting.call(liveDraft, { body: draft })).status).toBe(200);
    expect((await classmate.call(liveAsk, { body: { assessment_id: at.assessmentId, question: QUESTION } })).status).toBe(200);
    const emails = await app.db.selectFrom('accounts').select('email').where('email', 'is not', null).execute();
    const { title } = await app.db.selectFrom('assessments').select('title').where('id', '=', elsewhere.assessmentId).executeTakeFirstOrThrow();
    const { title: ownTitle } = await app.db.selectFrom('assessments').select('title').where('id', '=', at.assessmentId).executeTakeFirstOrThrow();

    for (const moment of ['Form - 1A is open', 'Form - 1A has closed']) {
      if (moment !== 'Form - 1A is open') await at.runOut();
      for (const purpose of TOKEN_PURPOSES) {
        const answers = await readAll(purpose, tokens[purpose], at, postId);
        const found = (secret: string | RegExp): unknown[] => [moment, purpose, ...holding(answers, secret)];
        for (const { email } of emails) expect(found(email!)).toEqual([moment, purpose]);
        expect(title === ownTitle ? [moment, purpose] : found(title)).toEqual([moment, purpose]);
        expect(found(QUESTION)).toEqual([moment, purpose]);
        expect(found(/"is_valid"|"is_correct":(true|false)|"correct":\[|"confidence":"|"partners"|"match_label"/)).toEqual([moment, purpose]);
        const mayRead = purpose === 'seat' && moment !== 'Form - 1A is open';
        expect([moment, purpose, holding(answers, CLASSMATE).length > 0]).toEqual([moment, purpose, mayRead]);
        const unread: (string | RegExp)[] = mayRead ? [] : [DRAFT];
        if (purpose === 'wall') unread.push(new RegExp(`${classmate.firstName} ${classmate.lastName}|"counts":\\[`));
        for (const secret of unread) expect(found(secret)).toEqual([moment, purpose]);
        expect(holding(answers, ownTitle)).not.toEqual([]);
      }
    }
  });
});
