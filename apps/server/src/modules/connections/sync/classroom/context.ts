import type { Db, Tx } from '../../../../platform/database/index.ts';
import { findOutsideClass, type OutsideClass } from '../../../class/classes/index.ts';
import { keepLinks as keepLinksOf, type Link, listLinks, type NewLink, saveLinks } from '../../../class/sources/index.ts';
import type { ConnectionRow } from '../connections/queries.ts';
import type { SyncDependencies } from '../dependencies.ts';
import type { GoogleCaller } from '../google/client.ts';
import { GoogleCallError } from '../google/google-call-error.ts';
import type { Part } from '../push/part.ts';
import type { RunRow, UnitRow } from '../runs/queries.ts';
import type { Course } from './resources.ts';
import type { Recorder } from './recorder.ts';

/** The state of a run for one class. */
export interface UnitContext {
  readonly deps: SyncDependencies;
  readonly run: RunRow;
  readonly source: { id: number; school_id: number };
  readonly connection: ConnectionRow;
  /** The current link of the class. */
  link: Link;
  /** The class as in the list of classes; null if this run does not read it. */
  readonly course: Course | null;
  /** The part of the class that this run reads; null for the run's whole scope. */
  readonly part: Part | null;
  /** Works with changed submissions reported by Google, regardless of the works' age. */
  readonly marked: readonly string[];
  /** Works that a preview has read: a run would create the new ones first, and then read their submissions. */
  worksRead: readonly string[];
  /** The unit's state of ends: what the first reading of its list missed; the next field has the consent given. */
  missed: UnitRow['missed'];
  readonly unit: Pick<UnitRow, 'id' | 'allowed'>;
  recorder: Recorder;
  /** The start of reading the current list, or a moment before: the list says nothing about later changes. */
  listSince: string;
  /** True when Google accepts no changes of this class: nothing more is sent in this turn. */
  isClosed?: boolean;
  /** True when something to be sent was changed at Google after it was read: the class is read again. */
  isMoved?: boolean;
}

/** Returns the class's id as a part of Google's address. */
export const courseIdThere = (context: UnitContext): string => encodeURIComponent(context.link.external_id);
/** Returns the id of the class here. Every step except the first needs it, and is skipped without it. */
export const courseIdHere = (context: UnitContext): number | null => context.link.local_id;

/** Requests the class itself. @throws GoogleCallError if it is out of reach */
export const requireClassReachable = (ask: GoogleCaller, context: UnitContext): Promise<unknown> =>
  ask({ method: 'GET', path: `/v1/courses/${courseIdThere(context)}`, query: { fields: 'id' } });

/**
 * Returns the response about something in the class; null if it was deleted. @throws GoogleCallError if the class itself
 * is out of reach
 */
export async function unlessGone(ask: GoogleCaller, context: UnitContext, asked: Promise<unknown>): Promise<unknown> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof GoogleCallError) || error.kind !== 'missing') throw error;
    await requireClassReachable(ask, context);
    return null;
  }
}

/** A page of Google's list. */
export interface Page {
  items: Record<string, unknown>[];
  next: string | null;
}

export interface Merging {
  items: readonly Record<string, unknown>[];
  /** Values from earlier pages of the step, to which this one adds. */
  seen: unknown[];
  isLast: boolean;
}

/** A kind of thing that is read from Google page by page, each page in one transaction. */
export interface ReadStep {
  readonly kind: 'read';
  readonly name: string;
  read(ask: GoogleCaller, context: UnitContext, at: { token: string | null; seen: readonly unknown[] }): Promise<Page>;
  merge(tx: Tx, context: UnitContext, page: Merging): Promise<void>;
}

/** Something that is sent by one call. */
export interface Outgoing {
  /** The student whom it is about. Left out: nobody single. */
  about?: number;
  /** Makes the call; its response is stored in a separate transaction. */
  send(ask: GoogleCaller): Promise<unknown>;
  settle(tx: Tx, answer: unknown): Promise<void>;
  /**
   * Records that Google refuses it: this is reported once, and the same content is not tried again. `isMissing`: its
   * target no longer exists.
   */
  refuse(tx: Tx, why: { isForeign: boolean; isThere: boolean; isMissing: boolean; words: string }): Promise<void>;
  /** Stores it before the call, in case the response is lost. */
  begin?(tx: Tx): Promise<void>;
  /** Adds it to a preview. */
  plan(): void;
}

/** Things to send, found by comparing both sides. An empty list means that nothing is left. */
export interface SendStep {
  readonly kind: 'send';
  readonly name: string;
  list(tx: Db, context: UnitContext): Promise<Outgoing[]>;
}
export type Step = ReadStep | SendStep;

/** Returns the class here, locked, with the time zone of its school. */
export async function requireClass(tx: Tx, context: UnitContext): Promise<OutsideClass> {
  const id = courseIdHere(context);
  const found = id === null ? null : await findOutsideClass(tx, id, { held: true });
  if (!found) throw new Error('the class is gone');
  return found;
}

/**
 * Returns true when the class is archived here, so that only its state can change. `held`: this cannot change until
 * commit.
 */
export async function isArchivedHere(db: Db, { link: { local_id: id } }: UnitContext, { held = false } = {}): Promise<boolean> {
  const found = id === null ? null : await findOutsideClass(db, id, { held });
  return found !== null && found.course_state !== 'ACTIVE';
}

/** Reports once per run that a class which is active at Google is archived here and was not changed. */
export function reportArchivedHere({ link, recorder }: UnitContext): void {
  if (link.facts['state'] === 'ARCHIVED') return; // as both sides have it
  recorder.refused({ linkId: link.id, localId: link.local_id, kind: 'class', subject: String(link.facts['name'] ?? '') }, 'here', 'sync.reason.archivedHere');
}

/** The parts of a unit that its links depend on. */
export type ClassOfUnit = Pick<UnitContext, 'link'> & { readonly source: { readonly id: number } };

export const linksOf = (db: Db, context: ClassOfUnit, kind: Link['kind'], externalIds?: readonly string[]): Promise<Link[]> =>
  listLinks(db, { sourceId: context.source.id, kind, parentId: context.link.id, ...(externalIds ? { externalIds } : {}) });

/**
 * Returns the claims on a page of ours that may be valid: the page's thing is in this class, and has no other
 * counterpart at Google.
 */
export async function listValidClaims<Claim extends { id: number }>(
  tx: Tx,
  context: ClassOfUnit,
  kind: Link['kind'],
  { claims, listOwn }: { claims: readonly Claim[]; listOwn: () => Promise<readonly { id: number }[]> },
): Promise<Claim[]> {
  if (claims.length === 0) return [];
  const free = new Set((await listOwn()).map(({ id }) => id));
  for (const { local_id } of await linksOf(tx, context, kind)) if (local_id !== null) free.delete(local_id);
  return claims.filter(({ id }) => free.delete(id));
}

type LinkBelow = Omit<NewLink, 'parentId'>;
const belowClass = (context: UnitContext, links: readonly LinkBelow[]): NewLink[] => links.map((link) => ({ ...link, parentId: context.link.id }));

/** Stores links below the class. */
export const keepLinks = (tx: Tx, context: UnitContext, links: readonly LinkBelow[]): Promise<void> =>
  keepLinksOf(tx, context.source.id, belowClass(context, links));

/** Does the same, and returns the stored links. */
export const saveLinksBelow = (tx: Tx, context: UnitContext, links: readonly LinkBelow[]): Promise<Link[]> =>
  saveLinks(tx, context.source.id, belowClass(context, links));

/** Stores the given fields of the class's own link, and updates the context. */
export async function saveClassLink(
  tx: Tx,
  context: Pick<UnitContext, 'source' | 'link'>,
  changes: Partial<Pick<NewLink, 'localId' | 'base' | 'facts' | 'state'>>,
): Promise<void> {
  const { external_id: externalId, local_id: localId } = context.link;
  const [link] = await saveLinks(tx, context.source.id, [{ kind: 'class', parentId: null, externalId, localId, ...changes }]);
  if (link) context.link = link;
}

/** Returns the origin of links in things that are made at Google. */
const originOf = (context: UnitContext): string => context.deps.publicUrl?.origin ?? context.connection.origin;
/** Returns the page of a work here, which is linked from things made at Google and identifies them. */
export const pageOfWork = (context: UnitContext, workId: number): string => `${originOf(context)}/std-classwork?class=${courseIdHere(context)}&work=${workId}`;
/** Returns the page of an announcement here, as `pageOfWork` does for a work. */
export const pageOfAnnouncement = (context: UnitContext, id: number): string =>
  `${originOf(context)}/class-details/${courseIdHere(context)}?announcement=${id}`;
