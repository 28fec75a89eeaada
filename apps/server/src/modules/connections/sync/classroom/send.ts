import type { SyncFields } from '@classwright/rules/sync/merge';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { type Link, saveLinks } from '../../../class/sources/index.ts';
import { GoogleCallError } from '../google/google-call-error.ts';
import { listOpenFields, type OpenFields } from '../conflicts/queries.ts';
import type { NewChange } from '../runs/queries.ts';
import { keepLinks, type Outgoing, type UnitContext } from './context.ts';

export interface Patch {
  kind: NewChange['kind'];
  subject: string;
  localId: number;
  ours: SyncFields;
  /** The time of its last change here. */
  oursAt: Date;
  /** The fields that may be sent. */
  fields: readonly string[];
  path: string;
  toBody(fields: Record<string, unknown>): object;
  /** Returns the name of a field in Google's mask. */
  maskOf(field: string): string;
  /** Returns the fields and the time of the last change from a response of Google; null if it cannot be read. */
  read(answer: unknown): { fields: SyncFields; updateTime: string | null } | null;
  /** Returns facts for the link from Google's response. */
  confirmed?(updateTime: string | null): object;
  /** Returns the message about a value that can never be sent; null if it can. */
  problemOf?(field: string, value: unknown): 'sync.reason.fraction' | null;
}

/**
 * Returns the fields that differ from the agreed values, without those that conflict or that Google refused in their
 * current form.
 */
function differing(link: Link, ours: SyncFields, fields: readonly string[], open: OpenFields | undefined): string[] {
  const refused = (link.facts['refused'] ?? {}) as Record<string, unknown>;
  return fields.filter((field) => {
    const value = ours[field] ?? null;
    if (!(field in link.base) || value === (link.base[field] ?? null) || open?.has(field)) return false;
    return !(field in refused && refused[field] === value);
  });
}

/** The result, instead of a response, when the thing was changed at Google after it was read. */
const MOVED = Symbol('moved');
const differs = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>, field: string): boolean =>
  (one[field] ?? null) !== (other[field] ?? null);

/** Returns the call that sends changed fields, or null if nothing differs. */
export async function outgoingPatch(db: Db, context: UnitContext, link: Link, patch: Patch): Promise<Outgoing | null> {
  const open = (await listOpenFields(db, context.source.id, context.link.local_id ?? 0)).get(link.id);
  return patchOf(context, link, patch, open);
}

/** Returns the call of `outgoingPatch` for known open conflicts. */
export function patchOf(context: UnitContext, link: Link, patch: Patch, open: OpenFields | undefined): Outgoing | null {
  const names = differing(link, patch.ours, patch.fields, open);
  const unsendable = names.filter((field) => patch.problemOf?.(field, patch.ours[field]));
  const sent = names.filter((field) => !unsendable.includes(field));
  const { oursAt } = patch;
  // an open conflict is updated to the current value here
  const stale = [...(open ?? [])].filter(([field, { ours, theirs, base }]) => ![ours, theirs, base].includes(patch.ours[field] ?? null) && field in patch.ours);
  if (names.length === 0 && stale.length === 0) return null;
  const { kind, subject, localId } = patch;
  const values = Object.fromEntries(sent.map((field) => [field, patch.ours[field] ?? null]));
  const told = (field: string) => ({ linkId: link.id, localId, kind, subject, field, before: link.base[field] ?? null, after: patch.ours[field] ?? null });
  const save = (tx: Tx, changes: { base?: object; facts?: object }) =>
    saveLinks(tx, context.source.id, [
      { kind: link.kind, parentId: link.parent_id, externalId: link.external_id, localId: link.local_id, ...changes, state: link.state },
    ]);
  const tellUnsendable = (): Record<string, unknown> => {
    for (const field of unsendable) context.recorder.refused(told(field), 'there', patch.problemOf?.(field, patch.ours[field]) ?? 'sync.reason.fraction');
    return Object.fromEntries(unsendable.map((field) => [field, patch.ours[field] ?? null]));
  };
  const before = (link.facts['refused'] ?? {}) as Record<string, unknown>;
  return {
    async send(ask) {
      if (sent.length === 0) return null;
      // a change made there after it was read is not overwritten: it is read again, and merged
      const now = patch.read(await ask({ method: 'GET', path: patch.path }));
      const isTouched = now !== null && (now.updateTime === null || now.updateTime !== link.facts['updateTime']);
      if (isTouched && sent.some((field) => differs(now.fields, link.base, field) && differs(now.fields, values, field))) return MOVED;
      return ask({ method: 'PATCH', path: patch.path, query: { updateMask: sent.map(patch.maskOf).join(',') }, body: patch.toBody(values) });
    },
    async settle(tx, answer) {
      if (answer === MOVED) {
        context.isMoved = true;
        return;
      }
      for (const [field, { base, theirs, theirsAt }] of stale)
        context.recorder.conflict({
          ...{ linkId: link.id, kind, subject, field, base, theirs, theirsAt },
          ...{ ours: patch.ours[field] ?? null, oursAt: oursAt.toISOString() },
        });
      if (names.length === 0) return;
      const refused = { ...before, ...tellUnsendable() };
      for (const field of sent) context.recorder.sent(told(field), 'changed', kind === 'submission' ? 'receipt' : 'sent');
      const now = sent.length > 0 ? patch.read(answer) : null;
      // another field that was changed there since then still has to be read
      const isWhole =
        now !== null && Object.keys(now.fields).every((field) => sent.includes(field) || !(field in link.base) || !differs(now.fields, link.base, field));
      const facts = {
        ...(isWhole ? { updateTime: now.updateTime } : now ? { atLeast: now.updateTime } : {}),
        ...(now ? patch.confirmed?.(now.updateTime) : {}),
        ...(Object.keys(refused).length > 0 ? { refused } : {}),
      };
      const [kept] = await save(tx, { base: values, facts });
      if (kept && link.id === context.link.id) context.link = kept;
    },
    async refuse(tx, { isForeign, words }) {
      for (const field of sent)
        context.recorder.refused(told(field), 'there', isForeign ? 'sync.reason.foreign' : 'sync.reason.googleSaid', isForeign ? {} : { message: words });
      const [kept] = await save(tx, { facts: { refused: { ...before, ...tellUnsendable(), ...values } } });
      if (kept && link.id === context.link.id) context.link = kept;
    },
    plan() {
      for (const field of sent) context.recorder.sent(told(field));
      tellUnsendable();
    },
  };
}

/**
 * Returns the call that deletes at Google something of ours that was archived here; its link is marked after any
 * response of Google.
 */
export function deletionOf(context: UnitContext, link: Link, { kind, subject, localId, path }: Pick<Patch, 'kind' | 'subject' | 'localId' | 'path'>): Outgoing {
  const told = { kind, linkId: link.id, localId, subject };
  const settle = (tx: Tx) => keepLinks(tx, context, [{ kind: link.kind, externalId: link.external_id, localId, state: 'gone' }]);
  const isDeleted = (thing: unknown): boolean => (thing as { state?: unknown }).state === 'DELETED';
  return {
    async send(ask) {
      try {
        return await ask({ method: 'DELETE', path });
      } catch (error) {
        if (!(error instanceof GoogleCallError) || error.kind !== 'refused') throw error;
        // something already deleted, by a call whose response was lost, cannot be deleted again
        if (isDeleted(await ask({ method: 'GET', path }))) return {};
        throw error;
      }
    },
    async settle(tx) {
      await settle(tx);
      context.recorder.sent(told, 'ended');
    },
    async refuse(tx, { isMissing, words }) {
      await settle(tx);
      if (isMissing) context.recorder.sent(told, 'ended');
      else context.recorder.refused(told, 'there', 'sync.reason.googleSaid', { message: words }, 'ended');
    },
    plan: () => context.recorder.sent(told, 'ended'),
  };
}
