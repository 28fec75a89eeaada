import type { Form, RichTextDocument } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';

// ── how sure ──

export async function hasChosenSure(db: Db, assessmentId: number): Promise<boolean> {
  return (await db.selectFrom('live_options').select('asks_sure').where('assessment_id', '=', assessmentId).executeTakeFirst())?.asks_sure ?? false;
}

export async function saveSureChoice(tx: Tx, assessmentId: number, asksSure: boolean): Promise<void> {
  const choice = { assessment_id: assessmentId, asks_sure: asksSure };
  await tx
    .insertInto('live_options')
    .values(choice)
    .onConflict((conflict) => conflict.column('assessment_id').doUpdateSet({ asks_sure: asksSure }))
    .execute();
}

// ── reasons ──

/** The condition that a post may be shown to a class as a reason: it has words, none of them were replaced, and staff have not hidden it. */
const isShowable = (post: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(post)}.comment_text <> '' AND NOT ${sql.ref(post)}.is_censored AND NOT EXISTS (
    SELECT 1 FROM live_hidden WHERE live_hidden.subject_type = 'post' AND live_hidden.subject_id = ${sql.ref(post)}.id AND live_hidden.is_hidden)`;

const likesOf = (post: string): RawBuilder<number> =>
  sql<number>`(SELECT count(*)::integer FROM post_reactions liked WHERE liked.post_id = ${sql.ref(post)}.id AND liked.reaction = 'like')`;

/** A justification that may be dealt, with the post's id. */
export interface CandidateRow {
  id: number;
  response_id: number;
  words: string;
  likes: number;
}

/** Lists the posts of a form that may be dealt: with a choice and words, in time, and not censored. */
export async function listCandidates(db: Db, phaseId: number): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    SELECT post.id, post.response_id, post.comment_text AS words, ${likesOf('post')} AS likes
      FROM live_posts post WHERE post.phase_id = ${phaseId} AND post.response_id IS NOT NULL AND ${isShowable('post')}`.execute(db);
  return rows;
}

/** A reason that convinced a class. `votes` of `voters` students chose it, in the vote where most did. */
export interface ConvincingRow {
  id: number;
  response_title: string;
  comment: RichTextDocument;
  words: string;
  votes: number;
  voters: number;
}

/** The school of a class, for `listConvincing`. */
export const schoolOfClass = (courseId: number): RawBuilder<number | null> => sql<number | null>`(SELECT school_id FROM lesson_classes WHERE id = ${courseId})`;

/**
 * Lists the posts that convinced a class of a school in a finished lesson with this question: more of its students voted
 * for them than for the other reason. Those with most votes are first. `besides`: without the votes of that run.
 */
export async function listConvincing(
  db: Db,
  { school, questionId, besides = null }: { school: number | RawBuilder<number | null>; questionId: number; besides?: number | null },
): Promise<ConvincingRow[]> {
  const { rows } = await sql<ConvincingRow>`
    SELECT * FROM (
    SELECT DISTINCT ON (post.id) post.id, chosen.title AS response_title, post.comment, post.comment_text AS words, ballots.votes, ballots.voters
      FROM question_versions version
      JOIN live_phases phase ON phase.question_version_id = version.id
      JOIN live_sessions session ON session.id = phase.session_id AND session.state = 'finished' AND session.id IS DISTINCT FROM ${besides}::bigint
      JOIN class_facts class ON class.id = session.course_id AND class.school_id = ${school}
      JOIN live_reasons reason ON reason.session_id = session.id AND reason.form = phase.form
      JOIN live_votes vote ON vote.session_id = session.id AND reason.id IN (vote.first_reason_id, vote.second_reason_id)
      JOIN live_posts post ON post.id = reason.post_id
      JOIN question_responses chosen ON chosen.id = reason.response_id
      CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE ballot.reason_id = reason.id)::integer AS votes, count(*)::integer AS voters
                            FROM live_ballots ballot WHERE ballot.vote_id = vote.id) ballots
     WHERE version.question_id = ${questionId} AND ${isShowable('post')} AND 2 * ballots.votes > ballots.voters
     ORDER BY post.id, ballots.votes DESC) AS convincing ORDER BY votes DESC, id`.execute(db);
  return rows;
}

/** A dealt reason. `comment` null: it may no longer be shown. */
export interface ReasonRow {
  id: number;
  form: Form;
  response_id: number;
  post_id: number;
  author_id: number;
  comment: RichTextDocument | null;
  words: string;
  likes: number;
  is_from_before: boolean;
}

/** Lists the reasons dealt in a run, in the order of dealing. */
export async function listReasons(db: Db, sessionId: number): Promise<ReasonRow[]> {
  const { rows } = await sql<ReasonRow>`
    SELECT reason.id, reason.form, reason.response_id, reason.post_id, post.account_id AS author_id,
           CASE WHEN ${isShowable('post')} THEN post.comment END AS comment, post.comment_text AS words, ${likesOf('post')} AS likes,
           post.session_id <> reason.session_id AS is_from_before
      FROM live_reasons reason JOIN live_posts post ON post.id = reason.post_id
     WHERE reason.session_id = ${sessionId} ORDER BY reason.id`.execute(db);
  return rows;
}

export async function insertReason(tx: Tx, reason: { session_id: number; form: Form; response_id: number; post_id: number; dealt_by: number }): Promise<void> {
  await tx
    .insertInto('live_reasons')
    .values(reason)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

// ── votes ──

export interface VoteRow {
  id: number;
  session_id: number;
  first_reason_id: number;
  second_reason_id: number;
  ends_at: Date;
  closed_at: Date | null;
}

/** Lists the votes of a run, oldest first. */
export async function listVotes(db: Db, sessionId: number): Promise<VoteRow[]> {
  return db
    .selectFrom('live_votes')
    .select(['id', 'session_id', 'first_reason_id', 'second_reason_id', 'ends_at', 'closed_at'])
    .where('session_id', '=', sessionId)
    .orderBy('id')
    .execute();
}

export async function insertVote(
  tx: Tx,
  vote: { session_id: number; first_reason_id: number; second_reason_id: number; opened_by: number; opened_at: Date; ends_at: Date },
): Promise<number> {
  return (await tx.insertInto('live_votes').values(vote).returning('id').executeTakeFirstOrThrow()).id;
}

/** Takes the shown vote of a run away; returns its id, or null if none was shown. */
export async function hideVotes(tx: Tx, sessionId: number, now: Date, voteId: number | null = null): Promise<number | null> {
  let hiding = tx.updateTable('live_votes').set({ closed_at: now }).where('session_id', '=', sessionId).where('closed_at', 'is', null);
  if (voteId !== null) hiding = hiding.where('id', '=', voteId);
  return (await hiding.returning('id').executeTakeFirst())?.id ?? null;
}

/** Counts the ballots of a vote, in the order of its reasons. */
export async function countBallots(db: Db, voteId: number): Promise<[number, number]> {
  return (await countAllBallots(db, [voteId])).get(voteId) ?? [0, 0];
}

/** Counts the ballots of votes, by vote. */
export async function countAllBallots(db: Db, voteIds: readonly number[]): Promise<Map<number, [number, number]>> {
  if (voteIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; first: number; second: number }>`
    SELECT vote.id, count(*) FILTER (WHERE ballot.reason_id = vote.first_reason_id)::integer AS first,
           count(*) FILTER (WHERE ballot.reason_id = vote.second_reason_id)::integer AS second
      FROM live_votes vote LEFT JOIN live_ballots ballot ON ballot.vote_id = vote.id
     WHERE vote.id = ANY(${[...voteIds]}::bigint[]) GROUP BY vote.id`.execute(db);
  return new Map(rows.map(({ id, first, second }) => [id, [first, second]]));
}

/** The facts that decide about a student's ballot. */
export interface BallotStanding {
  now: Date;
  assessment_id: number;
  session_id: number;
  ends_at: Date;
  closed_at: Date | null;
  /** The author of the chosen reason. Null: it is neither of the two. */
  author_id: number | null;
  is_here: boolean;
  /** True while the student still writes with extra time. */
  has_own_time: boolean;
}

/** Reads what decides about a ballot, or null if there is no such vote in a run that counts. */
export async function findBallotStanding(db: Db, voteId: number, reasonId: number, accountId: number): Promise<BallotStanding | null> {
  const { rows } = await sql<BallotStanding>`
    SELECT app_now() AS now, session.assessment_id, vote.session_id, vote.ends_at, vote.closed_at, post.account_id AS author_id,
           EXISTS (SELECT FROM live_participants WHERE session_id = session.id AND account_id = ${accountId}) AS is_here,
           EXISTS (SELECT FROM live_extra_times extra JOIN live_phases phase ON phase.id = extra.phase_id
                    WHERE phase.session_id = session.id AND extra.account_id = ${accountId} AND extra.ended_at IS NULL) AS has_own_time
      FROM live_votes vote JOIN live_sessions session ON session.id = vote.session_id AND session.state <> 'canceled'
      LEFT JOIN live_reasons reason ON reason.id = ${reasonId} AND reason.id IN (vote.first_reason_id, vote.second_reason_id)
      LEFT JOIN live_posts post ON post.id = reason.post_id
     WHERE vote.id = ${voteId}`.execute(db);
  return rows[0] ?? null;
}

/** Stores a student's ballot; the last one counts. */
export async function saveBallot(tx: Tx, ballot: { vote_id: number; account_id: number; reason_id: number; cast_at: Date }): Promise<void> {
  const { reason_id, cast_at } = ballot;
  await tx
    .insertInto('live_ballots')
    .values(ballot)
    .onConflict((conflict) => conflict.columns(['vote_id', 'account_id']).doUpdateSet({ reason_id, cast_at }))
    .execute();
}

/** A student who is in the lesson, with the reason chosen in a vote; null: none. */
export interface VoterRow {
  account_id: number;
  reason_id: number | null;
}

/** Returns those of these students who are in the lesson, by account. */
export async function listVoters(db: Db, vote: Pick<VoteRow, 'id' | 'session_id'>, accountIds: readonly number[]): Promise<Map<number, VoterRow>> {
  const { rows } = await sql<VoterRow>`
    SELECT here.account_id, ballot.reason_id FROM live_participants here
      LEFT JOIN live_ballots ballot ON ballot.vote_id = ${vote.id} AND ballot.account_id = here.account_id
     WHERE here.session_id = ${vote.session_id} AND here.account_id = ANY(${[...accountIds]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.account_id, row]));
}
