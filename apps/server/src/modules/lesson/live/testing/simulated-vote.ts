import assert from 'node:assert/strict';
import { liveReasonDeal, liveReasons, liveVoteCast, liveVoteClose, liveVoteOpen } from '@classwright/contract';
import { findOpenPhase } from '@classwright/rules/live';
import type { Random, TestApp, TestClass, TestReply } from '../../../../testing/index.ts';
import type { RunModel } from './run-model.ts';

type Dealt = { reasons: { id: number }[] }[];
const codeOf = (reply: TestReply): string => reply.error?.code ?? 'done';

/**
 * Lets a teacher deal reasons and put two of them to the class, lets every student vote, and takes the vote away half of
 * the time. Checks each reply against the rules, and the counts against the ballots. Returns what occurred.
 */
export async function turnVote(app: TestApp, random: Random, room: TestClass, assessmentId: number, run: RunModel): Promise<string[]> {
  const { session, loggedIn } = run;
  const form = session.phases.length > 0 ? random.pick(session.phases).form : 'Form - 1A';
  const [teacher, at] = [random.pick([room.teacher, room.coTeacher]), { assessment_id: assessmentId, form }];
  const deal: TestReply = await teacher.call(liveReasonDeal, { body: at });
  assert.equal(codeOf(deal), session.state === 'running' ? 'done' : 'SESSION_NOT_RUNNING');
  if (deal.error) return ['deal SESSION_NOT_RUNNING'];
  const ids = (deal.body.reasons.choices as Dealt).flatMap(({ reasons }) => reasons.map(({ id }) => id));
  const [first_id, second_id] = ids;
  if (first_id === undefined || second_id === undefined) return ['deal few'];
  const shown = deal.body.reasons.vote as { is_shown: boolean } | null;
  const put: TestReply = await teacher.call(liveVoteOpen, { body: { assessment_id: assessmentId, first_id, second_id } });
  const hidden = await app.db
    .selectFrom('live_reasons')
    .innerJoin('live_hidden', 'live_hidden.subject_id', 'live_reasons.post_id')
    .select('live_reasons.id')
    .where('live_reasons.id', 'in', [first_id, second_id])
    .where('live_hidden.subject_type', '=', 'post')
    .where('live_hidden.is_hidden', '=', true)
    .execute();
  const allowed =
    hidden.length > 0
      ? ['REASON_GONE', 'FORM_STILL_OPEN', 'VOTE_RUNNING']
      : findOpenPhase(session)
        ? ['FORM_STILL_OPEN']
        : ['done', ...(shown?.is_shown ? ['VOTE_RUNNING'] : [])];
  assert.ok(allowed.includes(codeOf(put)), `a vote: ${codeOf(put)}, allowed ${allowed.join()}`);
  if (put.error) return [`vote ${put.error.code}`];

  const { id: vote_id } = put.body.reasons.vote as { id: number };
  const authors = await app.db
    .selectFrom('live_reasons')
    .innerJoin('live_posts', 'live_posts.id', 'live_reasons.post_id')
    .select(['live_reasons.id', 'live_posts.account_id'])
    .where('live_reasons.id', 'in', [first_id, second_id])
    .execute();
  const counts = [0, 0];
  const ballots = room.students.map((student) => ({ student, choice: random.below(2) as 0 | 1 }));
  await Promise.all(
    ballots.map(async ({ student, choice }) => {
      const reason_id = choice === 0 ? first_id : second_id;
      const isOut = !loggedIn.has(student.accountId) || session.extraTimes.some(({ account_id }) => account_id === student.accountId);
      const isOwn = authors.some(({ id, account_id }) => id === reason_id && account_id === student.accountId);
      const reply: TestReply = await student.call(liveVoteCast, { body: { vote_id, reason_id } });
      assert.equal(codeOf(reply), isOut ? 'VOTE_NOT_FOUND' : isOwn ? 'OWN_REASON' : 'done');
      if (!reply.error) counts[choice]! += 1;
    }),
  );
  const { vote } = (await teacher.call(liveReasons, { query: at })).body.reasons;
  assert.deepEqual(vote?.counts, counts);
  if (random.percent(50)) assert.equal(codeOf(await teacher.call(liveVoteClose, { body: { assessment_id: assessmentId, vote_id } })), 'done');
  return ['vote done'];
}
