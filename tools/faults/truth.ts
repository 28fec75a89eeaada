import { setTimeout as pause } from 'node:timers/promises';
import { type Endpoint, FORMS, liveActive, liveFeed, liveOwnPair, liveReasons, postsCurrentForm } from '@classwright/contract';
import type { Db } from '@classwright/server/platform/database/index';
import { callPlainly, type Ways } from './calls.ts';
import type { Device } from './device.ts';
import type { Shown, StormRecord, Stored, StoredVote } from './record.ts';

const AGAIN_MS = 500;
/** Forms that do not run out have minutes left. */
const CLOSING_MS = 10_000;

const formIndex = (form: string): number => (FORMS as readonly string[]).indexOf(form);

/** Reads a run's data from the database. */
export async function readStored(db: Db, sessionId: number): Promise<Stored> {
  const session = await db.selectFrom('live_sessions').select('state').where('id', '=', sessionId).executeTakeFirstOrThrow();
  const phases = await db.selectFrom('live_phases').selectAll().where('session_id', '=', sessionId).orderBy('id').execute();
  const formOf = new Map(phases.map(({ id, form }) => [id, formIndex(form)]));
  const phaseIds = [0, ...formOf.keys()];
  const posts = await db.selectFrom('live_posts').selectAll().where('session_id', '=', sessionId).execute();
  const drafts = await db.selectFrom('live_drafts').selectAll().where('phase_id', 'in', phaseIds).execute();
  const late = await db.selectFrom('live_late_answers').selectAll().where('session_id', '=', sessionId).execute();
  const postIds = [0, ...posts.map(({ id }) => id)];
  const comments = await db.selectFrom('post_comments').selectAll().where('post_id', 'in', postIds).execute();
  const commentIds = [0, ...comments.map(({ id }) => id)];
  const replies = await db.selectFrom('comment_replies').selectAll().where('comment_id', 'in', commentIds).execute();
  const likes = await db.selectFrom('post_reactions').selectAll().where('post_id', 'in', postIds).where('reaction', '=', 'like').execute();
  const rewritten = await db.selectFrom('live_hidden').select(['subject_type', 'subject_id', 'original']).where('session_id', '=', sessionId).execute();
  const originalOf = (type: string, id: number): string | null => {
    const original = rewritten.find(({ subject_type, subject_id }) => subject_type === type && subject_id === id)?.original;
    return original == null ? null : JSON.stringify(original);
  };
  const participants = await db.selectFrom('live_participants').select('account_id').where('session_id', '=', sessionId).execute();
  const lines = await db.selectFrom('live_questions_to_staff').selectAll().where('session_id', '=', sessionId).execute();
  const events = await db.selectFrom('room_events').selectAll().where('epoch', '=', sessionId).orderBy('sequence').execute();
  return {
    state: session.state,
    posts: posts.map((post) => ({
      id: post.id,
      accountId: post.account_id,
      form: formOf.get(post.phase_id) ?? -1,
      choice: post.response_id,
      text: post.comment_text,
      filedBy: post.filed_by,
      original: originalOf('post', post.id),
    })),
    drafts: drafts.map((draft) => ({
      accountId: draft.account_id,
      form: formOf.get(draft.phase_id) ?? -1,
      revision: draft.revision,
      text: JSON.stringify(draft.comment),
    })),
    late: late.map(({ account_id, form, comment }) => ({ accountId: account_id, form: formIndex(form), text: JSON.stringify(comment) })),
    comments: comments.map(({ id, post_id, account_id, comment }) => ({
      id,
      postId: post_id,
      accountId: account_id,
      text: comment,
      original: originalOf('comment', id),
    })),
    replies: replies.map(({ id, account_id, reply }) => ({ id, accountId: account_id, text: reply })),
    likes: likes.map(({ post_id, account_id }) => ({ postId: post_id, accountId: account_id })),
    participants: participants.map(({ account_id }) => account_id),
    lines: lines.map(({ account_id, question }) => ({ accountId: account_id, text: question })),
    votes: await readVotes(db, sessionId),
    divisions: await readDivisions(db, sessionId),
    phases: phases.map(({ form, opened_at, deadline_at, closed_at }) => ({
      form: formIndex(form),
      openedAtMs: opened_at.getTime(),
      deadlineAtMs: deadline_at.getTime(),
      closedAtMs: closed_at?.getTime() ?? null,
    })),
    events: events.map(({ name, from_sequence, sequence, payload }) => ({
      name,
      from: from_sequence,
      sequence,
      form: formIndex(String((payload as { form?: string } | null)?.form)),
    })),
  };
}

async function readVotes(db: Db, sessionId: number): Promise<StoredVote[]> {
  const votes = await db.selectFrom('live_votes').selectAll().where('session_id', '=', sessionId).execute();
  const voteIds = [0, ...votes.map(({ id }) => id)];
  const ballots = await db.selectFrom('live_ballots').selectAll().where('vote_id', 'in', voteIds).execute();
  const reasons = await db
    .selectFrom('live_reasons')
    .innerJoin('live_posts', 'live_posts.id', 'live_reasons.post_id')
    .select(['live_reasons.id', 'live_posts.account_id'])
    .where('live_reasons.session_id', '=', sessionId)
    .execute();
  const authorOf = new Map(reasons.map(({ id, account_id }) => [id, account_id]));
  return votes.map(({ id, first_reason_id: first, second_reason_id: second }) => ({
    id,
    reasons: [first, second],
    authors: [authorOf.get(first) ?? 0, authorOf.get(second) ?? 0],
    ballots: ballots.filter(({ vote_id }) => vote_id === id).map(({ account_id, reason_id }) => ({ accountId: account_id, reason: reason_id })),
  }));
}

async function readDivisions(db: Db, sessionId: number): Promise<Stored['divisions']> {
  const divisions = await db.selectFrom('live_pairs').selectAll().where('session_id', '=', sessionId).execute();
  const members = await db
    .selectFrom('live_pair_members')
    .selectAll()
    .where('pairs_id', 'in', [0, ...divisions.map(({ id }) => id)])
    .execute();
  return divisions.map(({ id, published_at }) => {
    const own = members.filter(({ pairs_id }) => pairs_id === id);
    const groups = [...new Set(own.map(({ group_id }) => group_id))];
    return { isPublished: published_at !== null, groups: groups.map((group) => own.flatMap((one) => (one.group_id === group ? [one.account_id] : []))) };
  });
}

/** Reads as a person, and again after a pause where a storm's walls, which ask far more often than real ones, have used up the calls of their teacher. */
async function askAgain(ways: Ways, token: string, { method, path }: Pick<Endpoint, 'method' | 'path'>, query: Record<string, unknown>) {
  for (;;) {
    const reply = await callPlainly(ways, token, method, path, { query });
    if (reply?.status !== 429) return reply;
    await pause(AGAIN_MS);
  }
}

/** Reads every student's own group as the product shows it. Names are unique in a storm's school. */
export async function readOwnGroups(
  ways: Ways,
  {
    schoolStudents,
    students,
    assessmentId,
  }: { schoolStudents: readonly { accountId: number }[]; students: readonly { accountId: number; token: string }[]; assessmentId: number },
): Promise<StormRecord['ownGroups']> {
  const idOf = new Map(schoolStudents.map(({ accountId }, at) => [`Person No. ${at + 1}`, accountId]));
  return Promise.all(
    students.map(async ({ accountId, token }) => {
      const reply = await askAgain(ways, token, liveOwnPair, { assessment_id: assessmentId });
      if (reply?.status !== 200) throw new Error(`the own group of ${accountId}: ${reply?.status} ${reply?.body.code}`);
      const { pair } = reply.body as unknown as { pair: { names: string[] } | null };
      return { accountId, others: pair && pair.names.map((name) => idOf.get(name) ?? 0) };
    }),
  );
}

/** Reads the staff's counts of the newest vote. */
export async function readVoteCounts(ways: Ways, token: string, assessmentId: number, form: string): Promise<StormRecord['voteCounts']> {
  const reply = await askAgain(ways, token, liveReasons, { assessment_id: assessmentId, form });
  if (reply?.status !== 200) throw new Error(`the staff's vote: ${reply?.status} ${reply?.body.code}`);
  const { vote } = (reply.body as unknown as { reasons: { vote: { id: number; counts: number[] } | null } }).reasons;
  return vote ? [vote] : [];
}

/** Checks whether a form is about to close, or should have closed: its time is up, or up within seconds. */
export async function isClosing(db: Db, sessionId: number): Promise<boolean> {
  const open = db.selectFrom('live_phases').select('id').where('session_id', '=', sessionId).where('closed_at', 'is', null);
  return (await open.where('deadline_at', '<', new Date(Date.now() + CLOSING_MS)).execute()).length > 0;
}

/** Reads the posts in the staff's feeds. */
export async function readShown(ways: Ways, token: string, assessmentId: number, forms: readonly number[]): Promise<Shown[]> {
  return Promise.all(
    forms.map(async (form) => {
      const reply = await askAgain(ways, token, liveFeed, { assessment_id: assessmentId, form: FORMS[form] });
      if (reply?.status !== 200) throw new Error(`the staff's feed: ${reply?.status} ${reply?.body.code}`);
      const { posts, distribution } = reply.body as unknown as {
        posts: { id: number; comments: { id: number }[]; total_likes: number[] }[];
        distribution: { answered: number };
      };
      return {
        form,
        answered: distribution.answered,
        postIds: posts.map(({ id }) => id),
        comments: posts.flatMap(({ comments }) => comments.map(({ id }) => id)),
        likes: posts.flatMap(({ id, total_likes }) => total_likes.map((accountId) => ({ postId: id, accountId }))),
      };
    }),
  );
}

type Model = NonNullable<ReturnType<Device['freshModel']>>;

/** Reads the model of a page that opens now; null if it could not be requested. */
export async function readFresh(ways: Ways, device: Device, token: string, accountId: number, assessmentId: number): Promise<Model | null> {
  const query = { assessment_id: assessmentId };
  const active = await callPlainly(ways, token, liveActive.method, liveActive.path, { query });
  const feed = await callPlainly(ways, token, postsCurrentForm.method, postsCurrentForm.path, { query });
  if (active?.status !== 200 || feed?.status !== 200) return null;
  return device.freshModel(active.body as never, feed.body as never, accountId);
}

/** Returns the first difference between a page and a fresh one; null if nothing visible differs. */
export function findDifference(model: Model | null, fresh: Model): string | null {
  if (!model) return 'no lesson is shown';
  const form = fresh.known?.phases.at(-1)?.form;
  const parts: [string, unknown, unknown][] = [
    ['what is known', { ...model.known, dirty: null }, { ...fresh.known, dirty: null }],
    ['question', model.question, fresh.question],
    ['own answer', form && ownWords(model, form), form && ownWords(fresh, form)],
    ['feed', feedOf(model), feedOf(fresh)],
  ];
  for (const [name, left, right] of parts) {
    const [found, wanted] = [stable(left), stable(right)];
    if (found !== wanted) return `${name}: ${excerpt(found, wanted)}`;
  }
  return null;
}

const ownWords = ({ ownPosts }: Model, form: keyof Model['ownPosts']) => ({ id: ownPosts[form]?.id, body: ownPosts[form]?.body });
const feedOf = ({ feed }: Model) => (feed?.visible ? { posts: feed.posts, distribution: feed.distribution } : null);

/** Returns a value as text, with keys in a fixed order. */
function stable(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'nothing'
  );
}

function excerpt(found: string, wanted: string): string {
  let at = 0;
  while (at < found.length && found[at] === wanted[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `…${found.slice(from, at + 80)}… in place of …${wanted.slice(from, at + 80)}…`;
}
