import { broadcastingAuth, channels, contract, type Endpoint, liveProjector, TOKEN_PURPOSES, type TokenPurpose } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endLimitedToken, issueLimitedToken } from './modules/people/accounts/index.ts';
import { inTransaction } from './platform/database/index.ts';
import { startTestApp, type TestApp } from './testing/index.ts';
import { createScenario, type Scenario, type TestLesson } from './testing/scenario.ts';

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
