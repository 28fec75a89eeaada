import type { Form } from '@classwright/contract/lesson/live/forms';
import type { RichTextDocument } from '@classwright/contract/rich-text';

/** What a student says in one form, as the editor holds it: plain text until something is formatted. */
export interface Content {
  /** Null: no choice. */
  readonly response_id: number | null;
  readonly comment: string | RichTextDocument;
}

/** Which form of which run it belongs to. An account's answer and draft of one form are found by this. */
export interface Place {
  readonly assessment_id: number;
  readonly session_id: number;
  readonly form: Form;
}

/** The server's lasting no, in its words. Kept until the student puts it away. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** This device's time. */
  readonly at: number;
}

interface Kept extends Place, Content {
  /** The record's own key; of an answer also its Idempotency-Key. */
  readonly key: string;
  readonly account_id: number;
  /** Position in the order of writing, per account. */
  readonly order: number;
  /** When it was written, by the server's clock as this device estimates it. */
  readonly written_at: number;
  readonly refusal: Refusal | null;
}

/** A submitted answer: sent exactly once, whatever happens in between. */
export interface AnswerItem extends Kept {
  readonly kind: 'answer';
  /** The server's instant of receiving it; null: not confirmed yet. */
  readonly received_at: string | null;
}

/** The latest draft of a form. */
export interface DraftItem extends Kept {
  readonly kind: 'draft';
  /** Grows with every change; the server keeps the highest. */
  readonly revision: number;
  /** The highest revision that the server is known to hold; 0: none. */
  readonly saved_revision: number;
  /** The server's instant of saving it; null: not yet. */
  readonly saved_at: string | null;
}

export type OutboxItem = AnswerItem | DraftItem;

/** Where a thing written stands: on this device, received by the server, or refused for good. */
export type Standing = 'waiting' | 'received' | 'refused';

export function standingOf(item: OutboxItem): Standing {
  if (item.refusal) return 'refused';
  if (item.kind === 'answer') return item.received_at === null ? 'waiting' : 'received';
  return item.saved_revision >= item.revision ? 'received' : 'waiting';
}

/** One draft per account and form of a run. */
export function draftKey(account_id: number, { session_id, form }: Pick<Place, 'session_id' | 'form'>): string {
  return `draft:${account_id}:${session_id}:${form}`;
}

/** Whether two things belong to the same form of the same run. */
export function isSamePlace(left: Pick<Place, 'session_id' | 'form'>, right: Pick<Place, 'session_id' | 'form'>): boolean {
  return left.session_id === right.session_id && left.form === right.form;
}

/**
 * The revision of a changed draft: above everything known of this form, and not below the clock, so that of two
 * devices that know nothing of each other the one written later wins.
 */
export function nextRevision(existing: DraftItem | null, nowMs: number): number {
  return Math.max(existing?.revision ?? 0, existing?.saved_revision ?? 0, Math.floor(nowMs)) + 1;
}

const DAY_MS = 86_400_000;

/** Settled things are forgotten after a day; what waits or was refused never by itself. */
export function isForgettable(item: OutboxItem, nowMs: number): boolean {
  return standingOf(item) === 'received' && Math.abs(nowMs - item.written_at) > DAY_MS;
}
