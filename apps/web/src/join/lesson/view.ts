import type { Form } from '@classwright/contract/lesson/live/forms';
import type { PostView } from '@classwright/contract/lesson/live/views';
import type { RichTextDocument } from '@classwright/contract/rich-text';
import { isSamePlace, standingOf, type AnswerItem, type Content, type DraftItem, type OutboxItem, type Place, type Refusal } from '../../lesson/outbox/item.ts';
import { isSettled, phaseOf, type LessonModel } from './model.ts';

/**
 * The mode of the Live Feed tab. `answering`: the form takes this student's answer. `time-up`: the time is up, the
 * server has not closed the form yet, and input has stopped. `discussing`: answered, or the form is closed.
 */
export type LessonMode = 'answering' | 'time-up' | 'discussing';

/** The student's own answer to a form and its state. */
export interface OwnAnswer {
  readonly form: Form;
  readonly response_id: number | null;
  /** The text of the choice, if only the server's post is known. */
  readonly response: string | null;
  readonly comment: string | RichTextDocument;
  /** The time of submission, by the server's clock. */
  readonly atMs: number;
  readonly standing: 'sent' | 'waiting' | 'refused';
  readonly refusal: Refusal | null;
  /** True when the server filed the draft as the form closed. */
  readonly filedByServer: boolean;
  /** True when words were replaced before others could read it. `comment` is the text that they read. */
  readonly isCensored: boolean;
  readonly isCorrect: boolean | null;
}

const answerItemAt = (items: readonly OutboxItem[], place: Pick<Place, 'session_id' | 'form'>) =>
  items.find((item): item is AnswerItem => item.kind === 'answer' && isSamePlace(item, place));

export const draftItemAt = (items: readonly OutboxItem[], place: Pick<Place, 'session_id' | 'form'>) =>
  items.find((item): item is DraftItem => item.kind === 'draft' && isSamePlace(item, place));

/** Returns a form's answer: the server's if there is one, else the one on this device. Null: none yet. */
export function ownAnswerOf(model: LessonModel, items: readonly OutboxItem[], form: Form): OwnAnswer | null {
  const post = model.ownPosts[form];
  const item = model.known ? answerItemAt(items, { session_id: model.known.epoch, form }) : undefined;
  if (post && !isEmptyPost(post)) return fromPost(post);
  return item ? fromItem(item) : null;
}

/** Returns the form's draft on this device while it is unknown what was filed; null if there is none. */
export function unfiledDraftOf(model: LessonModel, items: readonly OutboxItem[], form: Form): DraftItem | null {
  const draft = isSettled(model, form) || !model.known ? undefined : draftItemAt(items, { session_id: model.known.epoch, form });
  return draft && !draft.refusal && (draft.response_id !== null || hasWords(draft.comment)) ? draft : null;
}

const hasWords = (comment: Content['comment']): boolean => (typeof comment === 'string' ? comment.trim() !== '' : comment.content.length > 0);

function fromPost(post: PostView): OwnAnswer {
  const body = post.body[0];
  return {
    form: post.form,
    response_id: body?.detail.response_id ?? null,
    response: body?.response ?? null,
    comment: body?.comment ?? '',
    atMs: Date.parse(post.last_update),
    standing: 'sent',
    refusal: null,
    filedByServer: post.filed_by === 'server',
    isCensored: post.is_censored ?? false,
    isCorrect: post.is_correct,
  };
}

function fromItem(item: AnswerItem): OwnAnswer {
  const standing = standingOf(item);
  return {
    form: item.form,
    response_id: item.response_id,
    response: null,
    comment: item.comment,
    atMs: item.written_at,
    standing: standing === 'received' ? 'sent' : standing,
    refusal: item.refusal,
    filedByServer: false,
    isCensored: false,
    isCorrect: null,
  };
}

/** Checks whether the server filed a post without choice and text: the student was there and wrote nothing. */
function isEmptyPost(post: PostView): boolean {
  const body = post.body[0];
  return post.filed_by === 'server' && body?.detail.response_id == null && (body?.comment.content.length ?? 0) === 0;
}

/** Refusals after which the form has its answer or has ended, so that nothing can be corrected. */
const FINAL_REFUSALS: readonly string[] = ['PHASE_CLOSED', 'ALREADY_ANSWERED', 'SESSION_NOT_RUNNING'];

/** Returns the mode from the known state, the items on this device and the seconds left. */
export function modeOf(model: LessonModel, items: readonly OutboxItem[], secondsLeft: number): LessonMode {
  const phase = phaseOf(model);
  if (!phase || phase.closed || model.known?.state !== 'running') return 'discussing';
  const own = ownAnswerOf(model, items, phase.form);
  const isAnswered = own !== null && (own.refusal === null || FINAL_REFUSALS.includes(own.refusal.code));
  if (isAnswered) return 'discussing';
  return secondsLeft > 0 ? 'answering' : 'time-up';
}

/**
 * Checks whether comments may be read and written now. An open form that is not answered yet withholds them in every
 * form (LIVE-35).
 */
export function canReadComments(model: LessonModel): boolean {
  const phase = phaseOf(model);
  return phase === null || phase.closed || model.ownPosts[phase.form] !== undefined;
}

/**
 * Checks whether posts and distribution of the form can be requested: the server has the answer, or the form is closed.
 */
export function canReadFeed(model: LessonModel): boolean {
  const phase = phaseOf(model);
  return phase !== null && (phase.closed || (model.ownPosts[phase.form] !== undefined && !waitsForClosing(model)));
}

/** Checks whether the open form shows classmates' answers only when it closes (LIVE-110). */
export function waitsForClosing(model: LessonModel): boolean {
  return model.known?.showsAnswers === 'when-closed' && phaseOf(model)?.closed === false;
}
