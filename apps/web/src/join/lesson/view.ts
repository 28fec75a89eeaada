import type { Form } from '@classwright/contract/lesson/live/forms';
import type { PostView } from '@classwright/contract/lesson/live/views';
import type { RichTextDocument } from '@classwright/contract/rich-text';
import { isSamePlace, standingOf, type AnswerItem, type Content, type DraftItem, type OutboxItem, type Place, type Refusal } from '../../lesson/outbox/item.ts';
import { isSettled, phaseOf, type LessonModel } from './model.ts';

/**
 * What the Live Feed tab is about now.
 * - `answering`: the form takes answers of this student.
 * - `time-up`: the time is over, the server has not closed the form yet; nothing can be entered.
 * - `discussing`: answered, or the form is closed.
 */
export type LessonMode = 'answering' | 'time-up' | 'discussing';

/** The student's own answer of a form, and where it is. */
export interface OwnAnswer {
  readonly form: Form;
  readonly response_id: number | null;
  /** What was chosen, in words, where only the server's post is known. */
  readonly response: string | null;
  readonly comment: string | RichTextDocument;
  /** When it was submitted, by the server's clock. */
  readonly atMs: number;
  readonly standing: 'sent' | 'waiting' | 'refused';
  readonly refusal: Refusal | null;
  /** The server filed the draft when the form closed. */
  readonly filedByServer: boolean;
  /** Words of it were replaced before others could read them; `comment` is what they read. */
  readonly isCensored: boolean;
  readonly isCorrect: boolean | null;
}

const answerItemAt = (items: readonly OutboxItem[], place: Pick<Place, 'session_id' | 'form'>) =>
  items.find((item): item is AnswerItem => item.kind === 'answer' && isSamePlace(item, place));

export const draftItemAt = (items: readonly OutboxItem[], place: Pick<Place, 'session_id' | 'form'>) =>
  items.find((item): item is DraftItem => item.kind === 'draft' && isSamePlace(item, place));

/** The answer of a form: the server's word where there is one, else what is on this device. Null: none yet. */
export function ownAnswerOf(model: LessonModel, items: readonly OutboxItem[], form: Form): OwnAnswer | null {
  const post = model.ownPosts[form];
  const item = model.known ? answerItemAt(items, { session_id: model.known.epoch, form }) : undefined;
  if (post && !isEmptyPost(post)) return fromPost(post);
  return item ? fromItem(item) : null;
}

/** What stands in the form's draft on this device, while nobody has said yet what was filed of it; null when nothing does. */
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

/** Filed by the server without choice and words: the student was there and wrote nothing. */
function isEmptyPost(post: PostView): boolean {
  const body = post.body[0];
  return post.filed_by === 'server' && body?.detail.response_id == null && (body?.comment.content.length ?? 0) === 0;
}

/** These say that the form has had its answer or its end: nothing can be corrected in it any more. */
const FINAL_REFUSALS: readonly string[] = ['PHASE_CLOSED', 'ALREADY_ANSWERED', 'SESSION_NOT_RUNNING'];

/** What to show, from what is known, what is on this device and the seconds that are left. */
export function modeOf(model: LessonModel, items: readonly OutboxItem[], secondsLeft: number): LessonMode {
  const phase = phaseOf(model);
  if (!phase || phase.closed || model.known?.state !== 'running') return 'discussing';
  const own = ownAnswerOf(model, items, phase.form);
  const isAnswered = own !== null && (own.refusal === null || FINAL_REFUSALS.includes(own.refusal.code));
  if (isAnswered) return 'discussing';
  return secondsLeft > 0 ? 'answering' : 'time-up';
}

/** Whether comments may be read and written now: a form that is open and not answered yet withholds them in every form (LIVE-35). */
export function mayReadComments(model: LessonModel): boolean {
  const phase = phaseOf(model);
  return phase === null || phase.closed || model.ownPosts[phase.form] !== undefined;
}

/** Whether posts and distribution of the form can be asked for: the server has the answer, or the form is closed. */
export function mayReadFeed(model: LessonModel): boolean {
  const phase = phaseOf(model);
  return phase !== null && (phase.closed || model.ownPosts[phase.form] !== undefined);
}
