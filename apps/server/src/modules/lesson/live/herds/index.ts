/**
 * Gathers the calls that a class sends simultaneously (logins, drafts, answers) by room and commits them together.
 *
 * Invariants: the rules decide about each member alone, from locked rows and a clock read after the locks; each is
 * acknowledged only with its commit, and refused for its own reason; a key's first response is stored with its effect;
 * an error caused by one member fails only that one; a single call waits for nobody.
 */
import { type HandlerInput, type liveDraft, postAdd } from '@classwright/contract';
import type { AnswerContent } from '@classwright/rules/live';
import { collectFileIds } from '@classwright/rules/rich-text';
import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import { type Actor, keepAnswer, type OnceCall, type WrittenAnswer, writeAnswer } from '../../../../platform/http/index.ts';
import type { Log } from '../../../../platform/log.ts';
import { requireRichText } from '../../../bank/questions/index.ts';
import { getOwnPostView, type OwnPostDependencies } from '../posts/own-post.ts';
import type { SessionQuestions } from '../questions.ts';
import { type CommitDependencies, commitMembers } from './commit-members.ts';
import { type BatchReport, Gatherer, type Settled } from './gatherer.ts';
import { commitIsolated } from './isolate.ts';
import { censorMembers } from './look-through.ts';
import type { Answer, Draft, Member, Outcome } from './members.ts';
import { Places, questionOf, type Target } from './places.ts';

export type { BatchReport } from './gatherer.ts';

export interface HerdsOptions extends CommitDependencies {
  db: Db;
  log: Log;
  questions: SessionQuestions;
  t: OwnPostDependencies['t'];
  /** Receives the measurements of each batch. */
  onBatch?: ((report: BatchReport) => void) | undefined;
}

/** The person who sends something, and the idempotency key. */
export interface Sender {
  actor: Actor;
  once: OnceCall | null;
}

export interface CallBatches {
  /** Records that a student is in the running lesson; only the first time counts. @throws ASSESSMENT_NOT_FOUND, SESSION_NOT_RUNNING */
  logIn(sender: Sender, assessmentId: number): Promise<WrittenAnswer>;
  /** Does the same within a call that returns more, for this run. Returns the login time. */
  come(actor: Actor, session: { id: number; assessment_id: number }): Promise<Date>;
  /** Files an answer. @throws what `postAdd` declares */
  answer(sender: Sender, input: HandlerInput<typeof postAdd>): Promise<WrittenAnswer>;
  /** Saves a draft. @throws what `liveDraft` declares */
  draft(sender: Sender, input: HandlerInput<typeof liveDraft>): Promise<WrittenAnswer>;
}

/**
 * The number of attempts for a member that another transaction has locked. One that is still busy then is asked to try
 * again.
 */
const TRIES_ALONE = 3;

export function createHerds(options: HerdsOptions): CallBatches {
  const { db, log, questions } = options;
  const places = new Places(db);
  const onHookError = (error: unknown): void => log.error({ err: error }, 'after-commit hook failed');
  const gatherer = new Gatherer<Member, Outcome>({ commit, onBatch: options.onBatch });

  async function commit(assessmentId: number, members: readonly Member[], isAlone: boolean): Promise<Settled<Outcome>[]> {
    const failed = await censorMembers(db, options.censor, members);
    const sound = members.filter((member) => !failed.has(member));
    const settled = sound.length === 0 ? [] : await commitIsolated(sound, (some) => commitTogether({ assessmentId, isAlone }, some));
    const bySound = new Map(sound.map((member, index) => [member, settled[index]!]));
    return members.map((member) => bySound.get(member) ?? { ok: false, error: failed.get(member) });
  }

  async function commitTogether(room: { assessmentId: number; isAlone: boolean }, members: readonly Member[]): Promise<Settled<Outcome>[]> {
    const outcomes = await inTransaction(db, (tx) => commitMembers(options, tx, room, members), onHookError);
    return outcomes.map((result) => ({ ok: true, result }));
  }

  async function settle(assessmentId: number, member: Member, goesAlone = false): Promise<Exclude<Outcome, { type: 'refused' | 'busy' }>> {
    let outcome = goesAlone ? await gatherer.alone(assessmentId, member) : await gatherer.gather(assessmentId, member);
    for (let tries = 1; outcome.type === 'busy' && tries <= TRIES_ALONE; tries += 1) outcome = await gatherer.alone(assessmentId, member);
    if (outcome.type === 'refused') throw outcome.error;
    if (outcome.type === 'busy') throw new Error('a student was held by others again and again');
    return outcome;
  }

  async function settleAnswer(assessmentId: number, member: Member, goesAlone = false): Promise<WrittenAnswer> {
    const outcome = await settle(assessmentId, member, goesAlone);
    return outcome.type === 'own-post' ? answerWithOwnPost(member as Answer, outcome) : outcome.answer;
  }

  /** Returns the existing post. Nothing was written: only the post is read, and its view is stored under the key. */
  async function answerWithOwnPost({ actor, once, place }: Answer, { postId, postedAt }: Extract<Outcome, { type: 'own-post' }>): Promise<WrittenAnswer> {
    const post = await getOwnPostView(options, db, place!.session, postId, actor.accountId, { withComments: false });
    const answer = writeAnswer(postAdd, { post, received_at: postedAt.toISOString() });
    return once ? inTransaction(db, (tx) => keepAnswer(tx, once, answer), onHookError) : answer;
  }

  async function toWriter(
    { actor, once }: Sender,
    input: Target & { response_id?: number | null | undefined; comment: unknown } & Pick<AnswerContent, 'confidence'>,
  ) {
    const comment = requireRichText(input.comment, { field: 'comment', label: 'Justify Your Answer' });
    const { assessmentId, session, form, problem } = await places.place(input);
    const place = session && form && !problem ? { session, form, question: await questionOf(questions, db, session, form) } : null;
    const writer: Omit<Answer, 'kind' | 'shown'> = {
      actor,
      once,
      namedAssessmentId: input.assessment_id ?? null,
      place,
      problem,
      content: { response_id: input.response_id ?? null, comment, confidence: input.confidence },
      fileIds: collectFileIds(comment),
    };
    return { assessmentId, writer };
  }

  return {
    logIn: ({ actor, once }, assessmentId) => settleAnswer(assessmentId, { kind: 'login', actor, once, sessionId: null }),
    async come(actor, { id, assessment_id }) {
      const outcome = await settle(assessment_id, { kind: 'login', actor, once: null, sessionId: id });
      if (outcome.type !== 'logged-in') throw new Error('a login is told when it was');
      return outcome.at;
    },
    async answer(sender, input) {
      const { assessmentId, writer } = await toWriter(sender, input);
      return settleAnswer(assessmentId, { ...writer, kind: 'answer', shown: null }, writer.fileIds.length > 0);
    },
    async draft(sender, input) {
      const { assessmentId, writer } = await toWriter(sender, input);
      return settleAnswer(assessmentId, { ...writer, kind: 'draft', revision: input.revision } satisfies Draft, writer.fileIds.length > 0);
    },
  };
}
