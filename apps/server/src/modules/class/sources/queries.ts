import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../../platform/database/index.ts';

/** Returns true between three and four at night in a zone, when a school's sources are read automatically. */
export const isNightIn = (zone: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`extract(hour FROM app_now() AT TIME ZONE ${zone}) = 3`;

/** The kinds of sources of a school's rows. */
export type SourceKind = Selectable<Database['external_sources']>['kind'];

export interface SourceRow {
  id: number;
  school_id: number;
  kind: SourceKind;
  name: string;
  settings: Record<string, unknown>;
}

const sourceColumns = sql.raw('id, school_id, kind, name, settings');

/** Lists the sources of one kind, of a school or (null) of all, oldest first. */
export async function listSources(db: Db, kind: SourceKind, schoolId: number | null): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    SELECT ${sourceColumns} FROM external_sources
     WHERE kind = ${kind} AND archived_at IS NULL AND (${schoolId}::bigint IS NULL OR school_id = ${schoolId}) ORDER BY id`.execute(db);
  return rows;
}

/** Finds the Google Classroom that a link belongs to; null if there is no such link. */
export async function findSourceOfLink(db: Db, linkId: number): Promise<SourceRow | null> {
  const { rows } = await sql<SourceRow>`
    SELECT ${sourceColumns} FROM external_sources
     WHERE id = (SELECT source_id FROM external_links WHERE external_links.id = ${linkId}) AND kind = 'google_classroom' AND archived_at IS NULL`.execute(db);
  return rows[0] ?? null;
}

/** Creates a source. Returns its id. */
export async function insertSource(tx: Tx, source: { schoolId: number; kind: SourceKind; name: string; settings?: object }): Promise<number> {
  const row = await tx
    .insertInto('external_sources')
    .values({ school_id: source.schoolId, kind: source.kind, name: source.name, settings: JSON.stringify(source.settings ?? {}) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Changes the given fields of a source; `settings` replaces the fields that it names. */
export async function updateSource(tx: Tx, id: number, changes: { name?: string; settings?: object; isArchived?: boolean }): Promise<void> {
  const { name = null, settings = {}, isArchived = null } = changes;
  await sql`
    UPDATE external_sources
       SET name = coalesce(${name}, name), settings = settings || ${JSON.stringify(settings)}::jsonb,
           archived_at = CASE ${isArchived}::boolean WHEN true THEN app_now() WHEN false THEN NULL ELSE archived_at END
     WHERE id = ${id}`.execute(tx);
}

/** Returns the school's Google Classroom, creating it the first time. */
export async function ensureClassroomSource(tx: Tx, schoolId: number): Promise<SourceRow> {
  await sql`
    INSERT INTO external_sources (school_id, kind, name) VALUES (${schoolId}, 'google_classroom', 'Google Classroom')
    ON CONFLICT (school_id) WHERE kind = 'google_classroom' DO NOTHING`.execute(tx);
  return (await listSources(tx, 'google_classroom', schoolId))[0] as SourceRow;
}

type LinkKind =
  | 'person'
  | 'class'
  | 'member'
  | 'invitation'
  | 'topic'
  | 'work'
  | 'material'
  | 'announcement'
  | 'submission'
  | 'school'
  | 'term'
  | 'result'
  | 'guardian';
/**
 * The state of a link. `only_there`: not here yet; `ignored`: somebody chose to leave it there; `gone`: deleted there;
 * `lost`: out of reach there.
 */
type LinkState = 'linked' | 'only_there' | 'ignored' | 'gone' | 'lost';

export interface Link {
  id: number;
  source_id: number;
  kind: LinkKind;
  parent_id: number | null;
  external_id: string;
  local_id: number | null;
  /** The values that both sides last agreed on, by field. */
  base: Record<string, unknown>;
  /** Facts known only from the source. */
  facts: Record<string, unknown>;
  is_ours: boolean;
  owns_people: boolean;
  state: LinkState;
}

export interface NewLink {
  kind: LinkKind;
  parentId: number | null;
  externalId: string;
  localId: number | null;
  base?: object;
  facts?: object;
  isOurs?: boolean;
  state?: LinkState;
}

const linkColumns = sql.raw('id, source_id, kind, parent_id, external_id, local_id, base, facts, is_ours, owns_people, state');

interface LinksOf {
  sourceId: number;
  kind: LinkKind;
  /** The parent; undefined means any. */
  parentId?: number | null;
  /** The ids there; undefined means all. */
  externalIds?: readonly string[];
  localIds?: readonly number[];
  /** The links to choose from; undefined means all. */
  ids?: readonly number[];
  /** True to lock the links until commit. */
  isHeld?: boolean;
}

/** Lists the links of one kind within a source. */
export async function listLinks(db: Db, { sourceId, kind, parentId, externalIds, localIds, ids, isHeld = false }: LinksOf): Promise<Link[]> {
  const { rows } = await sql<Link>`
    SELECT ${linkColumns} FROM external_links
     WHERE source_id = ${sourceId} AND kind = ${kind}
       ${parentId === undefined ? sql`` : sql`AND parent_id IS NOT DISTINCT FROM ${parentId}`}
       ${externalIds === undefined ? sql`` : sql`AND external_id = ANY(${[...externalIds]}::text[])`}
       ${localIds === undefined ? sql`` : sql`AND local_id = ANY(${[...localIds]}::bigint[])`}
       ${ids === undefined ? sql`` : sql`AND id = ANY(${[...ids]}::bigint[])`}
     ORDER BY id ${isHeld ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows;
}

/** Lists the links of things here, over all sources. */
export async function listLinksOfLocal(db: Db, kind: 'class' | 'person' | 'work', localIds: readonly number[]): Promise<Link[]> {
  const { rows } = await sql<Link>`
    SELECT ${linkColumns} FROM external_links WHERE kind = ${kind} AND local_id = ANY(${[...localIds]}::bigint[]) ORDER BY id`.execute(db);
  return rows;
}

/** Finds the link of a class with Google Classroom; null if there is none. */
export async function findClassroomLink(db: Db, courseId: number): Promise<Link | null> {
  const { rows } = await sql<Link>`
    SELECT ${linkColumns} FROM external_links
     WHERE kind = 'class' AND local_id = ${courseId} AND source_id IN (SELECT source.id FROM external_sources source WHERE source.kind = 'google_classroom')
     ORDER BY id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/**
 * Stores links, each once: an existing one takes the given values; `base` and `facts` replace the fields they name, and
 * fields that are not given are unchanged.
 */
const keeping = (sourceId: number, links: readonly NewLink[]): RawBuilder<unknown> => sql`
    INSERT INTO external_links AS link (source_id, kind, parent_id, external_id, local_id, base, facts, is_ours, state)
    SELECT ${sourceId}, given.kind, given."parentId", given."externalId", given."localId", coalesce(given.base, '{}'), coalesce(given.facts, '{}'),
           coalesce(given."isOurs", false), coalesce(given.state, CASE WHEN given."localId" IS NULL THEN 'only_there' ELSE 'linked' END)
      FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
        AS given (kind text, "parentId" bigint, "externalId" text, "localId" bigint, base jsonb, facts jsonb, "isOurs" boolean, state text)
    ON CONFLICT (source_id, kind, parent_id, external_id) DO UPDATE
       SET local_id = coalesce(excluded.local_id, link.local_id), base = link.base || excluded.base, facts = link.facts || excluded.facts,
           is_ours = link.is_ours OR excluded.is_ours, state = excluded.state`;

/**
 * Stores links, each once, and returns them in no order. It takes one statement per source and kind for a few thousand
 * links.
 */
export async function saveLinks(tx: Tx, sourceId: number, links: readonly NewLink[]): Promise<Link[]> {
  if (links.length === 0) return [];
  const { rows } = await sql<Link>`${keeping(sourceId, links)} RETURNING ${linkColumns}`.execute(tx);
  return rows;
}

/** Does the same without returning the links. */
export async function keepLinks(tx: Tx, sourceId: number, links: readonly NewLink[]): Promise<void> {
  if (links.length > 0) await keeping(sourceId, links).execute(tx);
}

/** Sets the things here that links lead to; null means nothing. It is one statement. */
export async function relink(tx: Tx, links: readonly { id: number; localId: number | null; state: LinkState }[]): Promise<void> {
  if (links.length === 0) return;
  await sql`
    UPDATE external_links SET local_id = given."localId", state = given.state
      FROM jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS given (id bigint, "localId" bigint, state text)
     WHERE external_links.id = given.id AND external_links.id = ANY(${links.map(({ id }) => id)}::bigint[])`.execute(tx);
}

/**
 * Changes the ids of people of a source, in their own links and in those of their memberships of classes. Nobody else
 * may have the new ids.
 */
export async function renamePeople(tx: Tx, sourceId: number, people: readonly { localId: number; before: string; after: string }[]): Promise<void> {
  if (people.length === 0) return;
  await sql`
    UPDATE external_links link SET external_id = given.after
      FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS given ("localId" bigint, before text, after text)
     WHERE link.source_id = ${sourceId} AND link.kind IN ('person', 'member') AND link.local_id = given."localId" AND link.external_id = given.before`.execute(
    tx,
  );
}

/** Clears the local things of links and all agreed values, so that the source is read as for the first time. */
export async function resetLinks(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    UPDATE external_links SET local_id = NULL, base = '{}', facts = '{}', state = 'only_there' WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

/** Deletes links, with all links below them. */
export async function deleteLinks(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM external_links WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}
