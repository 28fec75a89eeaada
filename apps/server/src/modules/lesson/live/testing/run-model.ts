import type { Form } from '@classwright/contract';
import {
  type AnswerContent,
  type AnswerDecision,
  computeFilings,
  decide,
  decideAnswer,
  decideDraft,
  type DraftDecision,
  endOwnTime,
  findOwnPhase,
  NOT_STARTED,
  type SessionAction,
  type SessionDecision,
  type SessionState,
} from '@classwright/rules/live';

export interface ModelPost extends AnswerContent {
  account_id: number;
  form: Form;
  filed_by: 'student' | 'server';
}

/** One run of an assessment with all of its content, kept by the rules alone: a model of the server's rows. */
export interface RunModel {
  session: SessionState;
  loggedIn: ReadonlySet<number>;
  posts: readonly ModelPost[];
  drafts: ReadonlyMap<string, AnswerContent & { revision: number }>;
  /** Late answers as "account form kind". */
  late: ReadonlySet<string>;
}

export const EMPTY_RUN: RunModel = { session: NOT_STARTED, loggedIn: new Set(), posts: [], drafts: new Map(), late: new Set() };

/** A student's answer or draft. */
export interface Sent {
  kind: 'answer' | 'draft';
  accountId: number;
  form: Form;
  content: AnswerContent;
  revision: number;
}

const draftKey = (accountId: number, form: Form): string => `${accountId} ${form}`;

/** Applies a step, or the server's closing, at an instant. */
export function act(run: RunModel, action: SessionAction, nowMs: number): { decision: SessionDecision; after: RunModel } {
  const decision = decide(run.session, action, nowMs);
  if (!decision.ok) return { decision, after: run };
  let posts = run.posts;
  for (const effect of decision.effects) {
    if (effect.type === 'drafts-filed') posts = [...posts, ...file({ ...run, posts }, effect.form, (student) => !effect.except.includes(student))];
    if (effect.type === 'own-time-ended' && effect.by !== 'cancel')
      posts = [...posts, ...file({ ...run, posts }, effect.form, (student) => effect.accountIds.includes(student))];
  }
  return { decision, after: { ...run, session: decision.next, posts } };
}

function file(run: RunModel, form: Form, isMeant: (accountId: number) => boolean): ModelPost[] {
  const answered = run.posts.filter((post) => post.form === form).map(({ account_id }) => account_id);
  const drafts = [...run.loggedIn].flatMap((account_id) => {
    const draft = run.drafts.get(draftKey(account_id, form));
    return draft ? [{ account_id, ...draft }] : [];
  });
  return computeFilings([...run.loggedIn].filter(isMeant), answered, drafts).map(({ account_id, response_id, comment, filed_by }) => ({
    account_id,
    response_id,
    comment,
    filed_by,
    form,
  }));
}

/** Applies an answer or draft that arrives at an instant. */
export function receive(
  run: RunModel,
  { kind, accountId, form, content, revision }: Sent,
  nowMs: number,
): { decision: AnswerDecision | DraftDecision; after: RunModel } {
  const stored = run.drafts.get(draftKey(accountId, form));
  const existing = run.posts.find((post) => post.account_id === accountId && post.form === form) ?? null;
  const arrival = { phase: findOwnPhase(run.session, form, accountId), content, existing, nowMs };
  const decision = kind === 'answer' ? decideAnswer(arrival) : decideDraft({ ...arrival, revision, storedRevision: stored?.revision ?? null });
  if (!decision.ok) {
    const isKept = decision.refused === 'PHASE_CLOSED' && decision.keepAsLate;
    return { decision, after: isKept ? { ...run, late: new Set([...run.late, `${accountId} ${form} ${kind}`]) } : run };
  }
  const loggedIn = new Set([...run.loggedIn, accountId]);
  if (decision.outcome === 'file')
    return {
      decision,
      after: {
        ...run,
        session: endOwnTime(run.session, accountId),
        loggedIn,
        posts: [...run.posts, { account_id: accountId, form, ...content, filed_by: 'student' }],
      },
    };
  if (decision.outcome === 'save')
    return { decision, after: { ...run, loggedIn, drafts: new Map([...run.drafts, [draftKey(accountId, form), { ...content, revision }]]) } };
  return { decision, after: run };
}
