import type { Db, Tx } from '../../../../platform/database/index.ts';
import { findOutsideClass, type OutsideClass } from '../../../class/classes/index.ts';
import { keepLinks as keepLinksOf, type Link, listLinks, type NewLink, saveLinks } from '../../../class/sources/index.ts';
import type { ConnectionRow } from '../connections/queries.ts';
import type { SyncDependencies } from '../dependencies.ts';
import type { GoogleCaller } from '../google/client.ts';
import { GoogleTrouble } from '../google/trouble.ts';
import type { Part } from '../push/part.ts';
import type { RunRow, UnitRow } from '../runs/queries.ts';
import type { Course } from './resources.ts';
import type { Recorder } from './recorder.ts';

/** A run's way through one class. */
export interface UnitContext {
  readonly deps: SyncDependencies;
  readonly run: RunRow;
  readonly source: { id: number; school_id: number };
  readonly connection: ConnectionRow;
  /** The link of the class, as it is now. */
  link: Link;
  /** As the list of classes had it; null: this run does not look at it. */
  readonly course: Course | null;
  /** What this run reads of the class; null: as much as its scope says. */
  readonly part: Part | null;
  /** Works whose submissions Google has told of, whenever they were touched. */
  readonly marked: readonly string[];
  /** Works that a preview has read: the run would make what is new of them first, and then read their submissions. */
  worksRead: readonly string[];
  /** Of the unit: what its list's first reading missed, and what somebody has consented to end. */
  missed: UnitRow['missed'];
  readonly unit: Pick<UnitRow, 'id' | 'allowed'>;
  recorder: Recorder;
  /** When the list that is being read was begun, or a moment before: it says nothing of what came later. */
  listSince: string;
  /** Google takes no changes of this class: nothing more is sent in this turn. */
  isClosed?: boolean;
  /** Something that was to be sent was changed there since it was read: the class is read once more. */
  isMoved?: boolean;
}

/** Returns Google's address of the class. */
export const courseIdThere = (context: UnitContext): string => encodeURIComponent(context.link.external_id);
/** Returns the id of the class here. Every step but the first asks for it, and is skipped without. */
export const courseIdHere = (context: UnitContext): number | null => context.link.local_id;

/** Asks for the class itself. @throws GoogleTrouble where it is out of reach */
export const lookAtClass = (ask: GoogleCaller, context: UnitContext): Promise<unknown> =>
  ask({ method: 'GET', path: `/v1/courses/${courseIdThere(context)}`, query: { fields: 'id' } });

/** Returns what was asked of something in the class; null where it is gone. @throws GoogleTrouble where the class itself is out of reach */
export async function unlessGone(ask: GoogleCaller, context: UnitContext, asked: Promise<unknown>): Promise<unknown> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof GoogleTrouble) || error.kind !== 'missing') throw error;
    await lookAtClass(ask, context);
    return null;
  }
}

/** A page of what Google has. */
export interface Page {
  items: Record<string, unknown>[];
  next: string | null;
}

export interface Merging {
  items: readonly Record<string, unknown>[];
  /** What earlier pages of the step named, and this one adds to. */
  seen: unknown[];
  isLast: boolean;
}

/** A kind of thing that is read from Google page by page, each page one transaction. */
export interface ReadStep {
  readonly kind: 'read';
  readonly name: string;
  read(ask: GoogleCaller, context: UnitContext, at: { token: string | null; seen: readonly unknown[] }): Promise<Page>;
  merge(tx: Tx, context: UnitContext, page: Merging): Promise<void>;
}

/** Something that goes out by one call. */
export interface Outgoing {
  /** What is called, and its answer is settled in a transaction of its own. */
  send(ask: GoogleCaller): Promise<unknown>;
  settle(tx: Tx, answer: unknown): Promise<void>;
  /** Google does not take it: it is said once, and not tried again as it is. `isMissing`: what it is about is not there any more. */
  refuse(tx: Tx, why: { isForeign: boolean; isThere: boolean; isMissing: boolean; words: string }): Promise<void>;
  /** Kept before the call, where its answer may be lost. */
  begin?(tx: Tx): Promise<void>;
  /** What a preview says of it. */
  plan(): void;
}

/** What goes out, found by comparing both sides. Empty: nothing is left. */
export interface SendStep {
  readonly kind: 'send';
  readonly name: string;
  list(tx: Db, context: UnitContext): Promise<Outgoing[]>;
}
export type Step = ReadStep | SendStep;

/** The class here, held, with the zone of its school. */
export async function requireClass(tx: Tx, context: UnitContext): Promise<OutsideClass> {
  const id = courseIdHere(context);
  const found = id === null ? null : await findOutsideClass(tx, id, { held: true });
  if (!found) throw new Error('the class is gone');
  return found;
}

/** Returns whether the class is archived here: nothing of it changes, but for its state. `held`: so it stays until commit. */
export async function isArchivedHere(db: Db, { link: { local_id: id } }: UnitContext, { held = false } = {}): Promise<boolean> {
  const found = id === null ? null : await findOutsideClass(db, id, { held });
  return found !== null && found.course_state !== 'ACTIVE';
}

/** Says once in a run that a class which Google has in use is archived here and was left as it is. */
export function sayArchivedHere({ link, recorder }: UnitContext): void {
  if (link.facts['state'] === 'ARCHIVED') return; // as both sides have it
  recorder.refused({ linkId: link.id, localId: link.local_id, kind: 'class', subject: String(link.facts['name'] ?? '') }, 'here', 'sync.reason.archivedHere');
}

/** As much of a unit as its links hang on. */
export type ClassOfUnit = Pick<UnitContext, 'link'> & { readonly source: { readonly id: number } };

export const linksOf = (db: Db, context: ClassOfUnit, kind: Link['kind'], externalIds?: readonly string[]): Promise<Link[]> =>
  listLinks(db, { sourceId: context.source.id, kind, parentId: context.link.id, ...(externalIds ? { externalIds } : {}) });

/** Returns those of what names a page of ours that may be the thing whose page it is: it is of this class, and is nothing else at Google. */
export async function listRightful<Claim extends { id: number }>(
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

/** Keeps links below the class. */
export const keepLinks = (tx: Tx, context: UnitContext, links: readonly LinkBelow[]): Promise<void> =>
  keepLinksOf(tx, context.source.id, belowClass(context, links));

/** Returns the same for whoever needs them as they are then. */
export const saveLinksBelow = (tx: Tx, context: UnitContext, links: readonly LinkBelow[]): Promise<Link[]> =>
  saveLinks(tx, context.source.id, belowClass(context, links));

/** Keeps what is given of the class's own link, which is known as it is from then on. */
export async function keepClass(
  tx: Tx,
  context: Pick<UnitContext, 'source' | 'link'>,
  changes: Partial<Pick<NewLink, 'localId' | 'base' | 'facts' | 'state'>>,
): Promise<void> {
  const { external_id: externalId, local_id: localId } = context.link;
  const [link] = await saveLinks(tx, context.source.id, [{ kind: 'class', parentId: null, externalId, localId, ...changes }]);
  if (link) context.link = link;
}

/** Where links in what is made at Google lead to. */
const originOf = (context: UnitContext): string => context.deps.publicUrl?.origin ?? context.connection.origin;
/** Returns the page of a work here, that what is made at Google leads to and is known by. */
export const pageOfWork = (context: UnitContext, workId: number): string => `${originOf(context)}/std-classwork?class=${courseIdHere(context)}&work=${workId}`;
/** Returns the same of an announcement. */
export const pageOfAnnouncement = (context: UnitContext, id: number): string =>
  `${originOf(context)}/class-details/${courseIdHere(context)}?announcement=${id}`;
