import { documentsEqual, isEmptyDocument, type RichTextDocument } from '../rich-text/index.ts';
import type { Confidence } from './confidence.ts';
import type { PhaseState } from './session.ts';
import { isAnswerAccepted, isDraftAccepted, isTimeUp } from './time.ts';

/** A student's answer in one form, with the names of the wire and of the tables. */
export interface AnswerContent {
  /** The chosen response, or null for no choice. */
  response_id: number | null;
  comment: RichTextDocument;
  /** The student’s confidence, where the form asks for it; null or left out: not said. It never decides about an answer. */
  confidence?: Confidence | null | undefined;
}

/** A student's post in a form: sent by the student, or a draft filed by the server at the closing. */
export interface FiledPost extends AnswerContent {
  filed_by: 'student' | 'server';
}

/** An answer or draft as it reaches the server. */
export interface Arrival {
  /** The phase of its form, as the student has it (`findOwnPhase`); null when this run has not opened that form. */
  phase: Pick<PhaseState, 'deadlineAtMs' | 'closedAtMs'> | null;
  content: AnswerContent;
  /** The post this student already has in this form. */
  existing: FiledPost | null;
  /** The time by the server's clock, read after the phase was locked. */
  nowMs: number;
}

export type LateRefusal = {
  ok: false;
  refused: 'PHASE_CLOSED' /** True to store it as a late answer: it has content and its form was open once. */;
  keepAsLate: boolean;
};

export type AnswerDecision =
  /** Save it as the student's post. */
  | { ok: true; outcome: 'file' }
  /** The server has filed the same content as a draft: return that post, as received. */
  | { ok: true; outcome: 'already-filed' }
  | LateRefusal
  | { ok: false; refused: 'ALREADY_ANSWERED' }
  /** No choice, and time is not up: `live.response.required`. */
  | { ok: false; refused: 'VALIDATION_FAILED' };

/**
 * Decides about an answer that has arrived (LIVE-23 to LIVE-26, LIVE-28). The caller checks that its choice belongs to
 * the question.
 */
export function decideAnswer({ phase, content, existing, nowMs }: Arrival): AnswerDecision {
  if (existing?.filed_by === 'student') return { ok: false, refused: 'ALREADY_ANSWERED' };
  if (existing) return isSameAnswer(existing, content) ? { ok: true, outcome: 'already-filed' } : refuseLate(phase, content);
  if (!phase || !isAnswerAccepted(phase, nowMs)) return refuseLate(phase, content);
  if (content.response_id === null && !isTimeUp(phase, nowMs)) return { ok: false, refused: 'VALIDATION_FAILED' };
  return { ok: true, outcome: 'file' };
}

export type DraftDecision =
  | { ok: true; outcome: 'save' }
  /** A revision that is already stored, or older: nothing changes, and it counts as received. */
  | { ok: true; outcome: 'older' }
  | { ok: true; outcome: 'already-filed' }
  | LateRefusal
  | { ok: false; refused: 'ALREADY_ANSWERED' };

export interface DraftArrival extends Arrival {
  revision: number;
  /** The revision of the stored draft; null when there is none. */
  storedRevision: number | null;
}

/** Decides about a draft that has arrived (LIVE-29, LIVE-30). */
export function decideDraft({ phase, content, existing, nowMs, revision, storedRevision }: DraftArrival): DraftDecision {
  if (existing?.filed_by === 'student') return { ok: false, refused: 'ALREADY_ANSWERED' };
  if (storedRevision !== null && revision <= storedRevision) return { ok: true, outcome: 'older' };
  if (existing) return isSameAnswer(existing, content) ? { ok: true, outcome: 'already-filed' } : refuseLate(phase, content);
  if (!phase || !isDraftAccepted(phase, nowMs)) return refuseLate(phase, content);
  return { ok: true, outcome: 'save' };
}

/** Returns true when two answers are the same: same choice, same words in the same form (LIVE-25). */
export function isSameAnswer(left: AnswerContent, right: AnswerContent): boolean {
  return left.response_id === right.response_id && documentsEqual(left.comment, right.comment);
}

export interface Filing extends AnswerContent {
  account_id: number;
  filed_by: 'server';
}

/**
 * Returns the posts that the server files when a form closes: one for each student who logged in to the session and has
 * no post in this form, with the last draft that reached the server, or without choice and words (LIVE-31).
 */
export function computeFilings(
  loggedIn: readonly number[],
  answered: readonly number[],
  drafts: readonly (AnswerContent & { account_id: number })[],
): Filing[] {
  const done = new Set(answered);
  const draftOf = new Map(drafts.map((draft) => [draft.account_id, draft]));
  return [...new Set(loggedIn)]
    .filter((id) => !done.has(id))
    .map((id) => ({
      account_id: id,
      response_id: draftOf.get(id)?.response_id ?? null,
      comment: draftOf.get(id)?.comment ?? { type: 'doc', content: [] },
      ...(draftOf.get(id)?.confidence && { confidence: draftOf.get(id)?.confidence }),
      filed_by: 'server',
    }));
}

function refuseLate(phase: Arrival['phase'], content: AnswerContent): LateRefusal {
  return { ok: false, refused: 'PHASE_CLOSED', keepAsLate: phase !== null && (content.response_id !== null || !isEmptyDocument(content.comment)) };
}
