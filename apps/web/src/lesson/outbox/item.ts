import type { Form } from '@classwright/contract/lesson/live/forms';
import type { Confidence } from '@classwright/rules/live/confidence';
import type { RichTextDocument } from '@classwright/contract/rich-text';

/** A student's content in one form, as the editor has it: plain text until something is formatted. */
export interface Content {
  /** Null if no choice was made. */
  readonly response_id: number | null;
  readonly comment: string | RichTextDocument;
  /** The student’s confidence, where the form asks for it; null or left out: not said. */
  readonly confidence?: Confidence | null | undefined;
}

/** The form and run of an item. An account's answer and draft for a form are found by it. */
export interface Place {
  readonly assessment_id: number;
  readonly session_id: number;
  readonly form: Form;
}

/** The server's permanent refusal, in its words. Kept until the student dismisses it. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** The time on this device. */
  readonly at: number;
}

interface Kept extends Place, Content {
  /** The record's own key; for an answer it is also the Idempotency-Key. */
  readonly key: string;
  readonly account_id: number;
  /** The position in the order of writing, per account. */
  readonly order: number;
  /** The time of writing, by the server's clock as this device estimates it. */
  readonly written_at: number;
  readonly refusal: Refusal | null;
}

/** A submitted answer, sent exactly once regardless of what happens in between. */
export interface AnswerItem extends Kept {
  readonly kind: 'answer';
  /** The time at which the server received it; null if not confirmed yet. */
  readonly received_at: string | null;
}

/** The latest draft of a form. */
export interface DraftItem extends Kept {
  readonly kind: 'draft';
  /** Grows with every change. The server keeps the highest. */
  readonly revision: number;
  /** The highest revision that the server is known to have; 0 for none. */
  readonly saved_revision: number;
  /** The time at which the server saved it; null if not yet. */
  readonly saved_at: string | null;
}

export type OutboxItem = AnswerItem | DraftItem;

/** The state of an item: on this device, received by the server, or refused for good. */
export type Standing = 'waiting' | 'received' | 'refused';

export function standingOf(item: OutboxItem): Standing {
  if (item.refusal) return 'refused';
  if (item.kind === 'answer') return item.received_at === null ? 'waiting' : 'received';
  return item.saved_revision >= item.revision ? 'received' : 'waiting';
}

/** Returns the key of a draft: one per account and form of a run. */
export function draftKey(account_id: number, { session_id, form }: Pick<Place, 'session_id' | 'form'>): string {
  return `draft:${account_id}:${session_id}:${form}`;
}

/** Checks whether two items belong to the same form of the same run. */
export function isSamePlace(left: Pick<Place, 'session_id' | 'form'>, right: Pick<Place, 'session_id' | 'form'>): boolean {
  return left.session_id === right.session_id && left.form === right.form;
}

/**
 * Returns the revision of a changed draft: above everything known for this form and not below the clock, so that of two
 * devices that do not know each other, the later one wins.
 */
export function nextRevision(existing: DraftItem | null, nowMs: number): number {
  return Math.max(existing?.revision ?? 0, existing?.saved_revision ?? 0, Math.floor(nowMs)) + 1;
}

const DAY_MS = 86_400_000;

/** Checks whether an item can be deleted: settled ones after a day, waiting or refused ones never automatically. */
export function isDeletable(item: OutboxItem, nowMs: number): boolean {
  return standingOf(item) === 'received' && Math.abs(nowMs - item.written_at) > DAY_MS;
}
