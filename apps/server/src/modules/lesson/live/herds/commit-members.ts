import { liveDraft, liveStudentLogin, postAdd } from '@classwright/contract';
import type { Tx } from '../../../../platform/database/index.ts';
import { AppError, appError } from '../../../../platform/errors.ts';
import { type OnceCall, saveAnswers, type WrittenAnswer, writeAnswer } from '../../../../platform/http/index.ts';
import type { Censor } from '../../../class/censorship/index.ts';
import { type FileLinks, requireUsableFiles } from '../../../school/files/index.ts';
import { filePosts } from '../answers/file-posts.ts';
import { saveLogins } from '../answers/login.ts';
import { type NewPost, saveDrafts, saveLate } from '../answers/queries.ts';
import type { LessonEvents } from '../events.ts';
import { endExtraTimes } from '../queries.ts';
import { toPostView } from '../posts/views.ts';
import { Batch, type Decided } from './batch.ts';
import { decideMember, findKeptAnswer, type Known } from './decide-member.ts';
import { MemberFailure } from './isolate.ts';
import type { Answer, Member, Outcome } from './members.ts';
import { type Asked, enterRoom, listStandings, type MemberStanding } from './queries.ts';

export interface CommitDependencies {
  censor: Censor;
  events: LessonEvents;
  fileLinks: FileLinks;
}

/** The view of a new post: while its form is open, nobody knows the right response and nobody has commented. */
const NEW_POST = { knowsCorrectness: false, readsComments: false, readsAs: 'class' as const };

/**
 * Decides about all members of a room in one transaction and writes the results: passes the gate, locks the phases,
 * reads the clock and everybody's standing, applies the rules to each in the order of arrival, and saves. The number of
 * statements does not depend on the number of members. A repeat gets the first response.
 */
export async function commitMembers(
  dependencies: CommitDependencies,
  tx: Tx,
  { assessmentId, isAlone }: { assessmentId: number; isAlone: boolean },
  members: readonly Member[],
): Promise<Outcome[]> {
  const entries = await enterRoom(
    tx,
    assessmentId,
    members.map(({ actor }) => actor.accountId),
    isAlone,
  );
  const filesProblems = await listFilesProblems(tx, members);
  const standings = await listStandings(tx, assessmentId, members.map(toAsked));

  const batch = new Batch();
  const byKey = new Map<string, number>();
  const decided: (Decided | { type: 'done'; outcome: Outcome })[] = members.map((member, index) => {
    const standing = standings[index]!;
    const entry = entries[index] ?? null;
    if (entry && !entry.is_held) return { type: 'done', outcome: { type: 'busy' } };
    return decideOnce(byKey, members, index, standing, () =>
      ofOne(() => decideMember(batch, member, { assessmentId, entry, standing, filesProblem: filesProblems[index] ?? null } satisfies Known)),
    );
  });

  for (const { session, accounts } of batch.logins.values()) await saveLogins(tx, dependencies, session, [...accounts], standings[0]!.now);
  const filed = await filePosts(tx, dependencies.censor, [...batch.posts.values()]);
  await endExtraTimes(tx, listOwnTimesOver(standings, filed), standings[0]!.now);
  const saved = await saveDrafts(tx, [...batch.drafts.values()]);
  await saveLate(tx, [...batch.late.values()]);
  await announcePosts(dependencies.events, tx, batch, filed, listClosed(standings));

  const outcomes: Outcome[] = [];
  decided.forEach((one, index) => {
    outcomes.push(
      one.type === 'done' ? one.outcome : ofOne(() => toOutcome(dependencies, members[index]!, one, { outcomes, filed, saved, standing: standings[index]! })),
    );
  });
  await saveAnswers(tx, listFirstAnswers(members, decided, outcomes));
  return outcomes;
}

/** Runs the work of one member. If our own code fails, the others are committed without it. */
function ofOne<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new MemberFailure(error);
  }
}

/** Lists the own times that an answer ended (LIVE-67). */
const listOwnTimesOver = (standings: readonly MemberStanding[], filed: ReadonlyMap<string, NewPost>): NewPost[] => {
  const withOwnTime = new Set(standings.flatMap(({ phase }) => (phase && phase.own_percent !== null ? [phase.id] : [])));
  return [...filed.values()].filter(({ phase_id }) => withOwnTime.has(phase_id));
};

const toAsked = (member: Member): Asked => ({
  account_id: member.actor.accountId,
  session_id: member.kind === 'login' ? null : (member.place?.session.id ?? 0),
  form: member.kind === 'login' ? null : (member.place?.form ?? null),
  is_draft: member.kind === 'draft',
  endpoint: member.once?.endpoint ?? null,
  key: member.once?.key ?? null,
});

/**
 * Lists problems with the named files, which are locked until commit so that none is deleted. A member that names files
 * is committed alone.
 */
async function listFilesProblems(tx: Tx, members: readonly Member[]): Promise<(AppError | null)[]> {
  const problems: (AppError | null)[] = [];
  for (const member of members) {
    if (member.kind === 'login' || member.fileIds.length === 0) problems.push(null);
    else {
      const { accountId, schoolId } = member.actor;
      problems.push(await requireUsableFiles(tx, member.fileIds, { accountId, schoolId, field: 'comment' }).then(() => null, toRefusal));
    }
  }
  return problems;
}

function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/** Gives a call the stored response if its key was used before, in this batch or earlier; decides about all others. */
function decideOnce(
  byKey: Map<string, number>,
  members: readonly Member[],
  index: number,
  standing: MemberStanding,
  decide: () => Decided,
): Decided | { type: 'done'; outcome: Outcome } {
  const member = members[index]!;
  const { once } = member;
  if (!once) return decide();
  try {
    const kept = findKeptAnswer(member, standing);
    if (kept) return { type: 'done', outcome: { type: 'answered', answer: kept } };
  } catch (error) {
    return { type: 'refused', error: toRefusal(error) };
  }
  const key = `${once.accountId} ${once.endpoint} ${once.key}`;
  const first = byKey.get(key);
  if (first !== undefined)
    return members[first]!.once!.bodyHash.equals(once.bodyHash) ? { type: 'same', as: first } : { type: 'refused', error: appError('IDEMPOTENCY_KEY_REUSED') };
  const decided = decide();
  if (decided.type !== 'refused') byKey.set(key, index);
  return decided;
}

/** Lists the forms that are closed for the class. */
const listClosed = (standings: readonly MemberStanding[]): ReadonlySet<number> =>
  new Set(standings.flatMap(({ phase }) => (phase && phase.closed_at !== null ? [phase.id] : [])));

/**
 * Announces posts. A post that is withheld from the class (LIVE-68) is not announced, not even as a number; only the
 * staff's figures change.
 */
async function announcePosts(
  events: LessonEvents,
  tx: Tx,
  batch: Batch,
  filed: ReadonlyMap<string, Pick<NewPost, 'phase_id' | 'account_id'> & { id: number }>,
  closed: ReadonlySet<number>,
): Promise<void> {
  const bySession = new Map<number, { session: { id: number; assessment_id: number }; items: number[]; authors: number[] }>();
  for (const [key, { id, phase_id, account_id }] of filed) {
    const { sessionId, assessmentId } = batch.posts.get(key)!;
    const of = bySession.get(sessionId) ?? { session: { id: sessionId, assessment_id: assessmentId }, items: [], authors: [] };
    bySession.set(sessionId, of);
    if (!closed.has(phase_id)) of.items.push(id);
    of.authors.push(account_id);
  }
  for (const { session, items, authors } of bySession.values()) {
    if (items.length > 0) await events.announce(tx, session, { name: 'assessment.post.added', items });
    events.ownAnswersFiled(tx, session, authors);
    events.tallyChanged(tx, session);
  }
}

interface Written {
  outcomes: readonly Outcome[];
  filed: ReadonlyMap<string, NewPost & { id: number }>;
  saved: ReadonlySet<string>;
  standing: MemberStanding;
}

function toOutcome(dependencies: CommitDependencies, member: Member, decided: Decided, { outcomes, filed, saved, standing }: Written): Outcome {
  switch (decided.type) {
    case 'refused':
    case 'own-post':
      return decided;
    case 'same':
      return outcomes[decided.as]!;
    case 'login':
      return { type: 'logged-in', at: decided.at, answer: writeAnswer(liveStudentLogin, decided.result) };
    case 'draft':
      // otherwise a process of an older version, which takes no locks, was faster: its row decides
      if (decided.savedAs !== null && !saved.has(decided.savedAs)) return { type: 'busy' };
      return { type: 'answered', answer: writeAnswer(liveDraft, decided.result) };
    case 'post': {
      const post = filed.get(decided.key);
      return post ? { type: 'answered', answer: presentPost(dependencies, member as Answer, post, standing) } : { type: 'busy' };
    }
  }
}

function presentPost({ fileLinks }: CommitDependencies, { actor, place }: Answer, post: NewPost & { id: number }, standing: MemberStanding): WrittenAnswer {
  const { form, question } = place!;
  const author = { first_name: actor.firstName, last_name: actor.lastName, picture_file_id: standing.picture_file_id };
  const told_at = standing.phase?.closed_at ?? post.posted_at; // an answer is after it
  const parts = { form, question, reactions: [], comments: [], earlier: null };
  return writeAnswer(postAdd, {
    post: toPostView({ ...post, ...author, told_at }, parts, NEW_POST, fileLinks.at(standing.now)),
    received_at: standing.now.toISOString(),
  });
}

/** Lists the results to store under keys: each key's first, if this batch produced it. */
function listFirstAnswers(
  members: readonly Member[],
  decided: readonly { type: string }[],
  outcomes: readonly Outcome[],
): { call: OnceCall; answer: WrittenAnswer }[] {
  return members.flatMap(({ once }, index) => {
    const outcome = outcomes[index]!;
    const isFirst = ['login', 'draft', 'post'].includes(decided[index]!.type);
    return once && isFirst && (outcome.type === 'answered' || outcome.type === 'logged-in') ? [{ call: once, answer: outcome.answer }] : [];
  });
}
