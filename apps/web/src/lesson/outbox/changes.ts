import { randomId } from '../../base/random-id.ts';
import {
  draftKey,
  isSamePlace,
  nextRevision,
  standingOf,
  type AnswerItem,
  type Content,
  type DraftItem,
  type OutboxItem,
  type Place,
  type Refusal,
} from './item.ts';

/**
 * Possible changes to an account's items: pure steps from the stored items to records to write and keys to delete. A
 * store runs each step in one transaction, so that two tabs never overwrite each other.
 */
export interface Change<T = void> {
  readonly put: readonly OutboxItem[];
  readonly remove: readonly string[];
  readonly result: T;
}

export type Step<T> = (items: readonly OutboxItem[]) => Change<T>;

const nothing = <T>(result: T): Change<T> => ({ put: [], remove: [], result });
const nextOrder = (items: readonly OutboxItem[]) => items.reduce((top, item) => Math.max(top, item.order), 0) + 1;

export interface Writing extends Place, Content {
  readonly account_id: number;
  /** The estimated server time. */
  readonly written_at: number;
}

/**
 * Adds a submitted answer. It replaces the form's draft and a refused answer. While an answer waits or was received, a
 * second one (a double press, another tab) counts as the same answer.
 */
export function addAnswer(writing: Writing): Step<AnswerItem> {
  return (items) => {
    const here = items.filter((item) => isSamePlace(item, writing));
    const first = here.find((item): item is AnswerItem => item.kind === 'answer' && item.refusal === null);
    if (first) return nothing(first);
    const answer: AnswerItem = { ...writing, kind: 'answer', key: randomId(), order: nextOrder(items), refusal: null, received_at: null };
    return { put: [answer], remove: here.map((item) => item.key), result: answer };
  };
}

/**
 * Writes the newest draft of a form. Null if the form is already answered on this device, where a draft would change
 * nothing.
 */
export function writeDraft(writing: Writing): Step<DraftItem | null> {
  return (items) => {
    const here = items.filter((item) => isSamePlace(item, writing));
    if (here.some((item) => item.kind === 'answer' && item.refusal === null)) return nothing(null);
    const existing = here.find((item): item is DraftItem => item.kind === 'draft') ?? null;
    const draft: DraftItem = {
      ...writing,
      kind: 'draft',
      key: draftKey(writing.account_id, writing),
      order: existing?.order ?? nextOrder(items),
      revision: nextRevision(existing, writing.written_at),
      saved_revision: existing?.saved_revision ?? 0,
      saved_at: existing?.saved_at ?? null,
      refusal: null,
    };
    return { put: [draft], remove: [], result: draft };
  };
}

/** Writes a draft that a page stored as it closed. Anything written later is kept. */
export function writeLeftDraft(writing: Writing): Step<DraftItem | null> {
  return (items) => {
    const later = items.some((item) => isSamePlace(item, writing) && item.written_at >= writing.written_at);
    return later ? nothing(null) : writeDraft(writing)(items);
  };
}

/** Adds an item that a page without a database left behind, under its key. What the device knows of its form since is kept. */
export function addLeftItem(left: OutboxItem): Step<void> {
  return (items) => {
    const here = items.filter((item) => isSamePlace(item, left));
    const isAnswered = here.some((item) => item.kind === 'answer' && (item.refusal === null || left.kind === 'draft'));
    const isOlder = left.kind === 'draft' && here.some((item) => item.kind === 'draft' && item.revision >= left.revision);
    const isCorrected = left.refusal !== null && here.some(({ written_at }) => written_at > left.written_at);
    if (isAnswered || isOlder || isCorrected) return nothing(undefined);
    return { put: [{ ...left, order: nextOrder(items) }], remove: here.map(({ key }) => key).filter((key) => key !== left.key), result: undefined };
  };
}

/** Applies the server's draft of a form, from another device or an earlier visit. The later one is kept. */
export function mergeServerDraft(writing: Writing, server: { revision: number; saved_at: string }): Step<DraftItem | null> {
  return (items) => {
    const here = items.filter((item) => isSamePlace(item, writing));
    if (here.some((item) => item.kind === 'answer')) return nothing(null);
    const existing = here.find((item): item is DraftItem => item.kind === 'draft');
    if (existing?.refusal) return nothing(existing);
    if (existing && existing.revision >= server.revision) {
      if (existing.saved_revision >= server.revision) return nothing(existing);
      const known: DraftItem = { ...existing, saved_revision: server.revision, saved_at: server.saved_at };
      return { put: [known], remove: [], result: known };
    }
    const draft: DraftItem = {
      ...writing,
      kind: 'draft',
      key: draftKey(writing.account_id, writing),
      order: existing?.order ?? nextOrder(items),
      revision: server.revision,
      saved_revision: server.revision,
      saved_at: server.saved_at,
      refusal: null,
    };
    return { put: [draft], remove: [], result: draft };
  };
}

/** Marks an answer as received by the server. */
export function confirmAnswer(key: string, received_at: string): Step<void> {
  return patch(key, (item) => (item.kind === 'answer' ? { ...item, received_at, refusal: null } : item));
}

/** Marks a draft as saved on the server up to a revision. Text written since stays unsent. */
export function confirmDraft(key: string, saved: { revision: number; saved_at: string }): Step<void> {
  return patch(key, (item) =>
    item.kind === 'draft' && saved.revision >= item.saved_revision ? { ...item, saved_revision: saved.revision, saved_at: saved.saved_at } : item,
  );
}

/** Marks a sent item as permanently refused. A draft that changed since is retried automatically. */
export function refuseItem(sent: OutboxItem, refusal: Refusal): Step<void> {
  return patch(sent.key, (item) => {
    if (standingOf(item) !== 'waiting') return item;
    return item.kind === 'draft' && sent.kind === 'draft' && item.revision !== sent.revision ? item : { ...item, refusal };
  });
}

/** Dismisses a refused item that the student has seen. */
export function dismissRefused(key: string): Step<void> {
  return (items) => ({ put: [], remove: items.some((item) => item.key === key && item.refusal) ? [key] : [], result: undefined });
}

/** Deletes items that are settled and old. */
export function forget(isForgettable: (item: OutboxItem) => boolean): Step<void> {
  return (items) => ({ put: [], remove: items.filter(isForgettable).map((item) => item.key), result: undefined });
}

function patch(key: string, change: (item: OutboxItem) => OutboxItem): Step<void> {
  return (items) => {
    const item = items.find((one) => one.key === key);
    const next = item && change(item);
    return next && next !== item ? { put: [next], remove: [], result: undefined } : nothing(undefined);
  };
}
