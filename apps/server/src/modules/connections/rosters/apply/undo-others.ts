import { eraseUnused } from '../../../people/accounts/index.ts';
import { deleteLinks, keepLinks, listLinks, renamePeople } from '../../../class/sources/index.ts';
import { listKnownLinks } from '../known-queries.ts';
import type { RosterRow, RowResult } from '../queries.ts';
import { deleteUnusedSessions, type SessionFields, setSessionParents, updateSession } from '../sessions-queries.ts';
import { correctSome } from './do-people.ts';
import { type ApplyContext, forEachSchool } from './doing.ts';

/** Deletes accounts that were created and are unused; matched people are unlinked from the source. */
export const undoPeople = (doing: ApplyContext, rows: readonly RosterRow[]): Promise<RowResult[]> =>
  forEachSchool(doing, rows, async (sourceId, _schoolId, ofSchool) => {
    const { tx, person, row: roster, t, requestId } = doing;
    const uncorrected = await correctSome(doing, ofSchool, 'undo');
    const renamed = ofSchool.flatMap(({ external_id, local_id, fields }) =>
      typeof fields?.['formerId'] === 'string' && local_id !== null ? [{ localId: local_id, before: external_id, after: fields['formerId'] }] : [],
    );
    await renamePeople(tx, sourceId, renamed);
    const links = new Map(
      (
        await listKnownLinks(
          tx,
          sourceId,
          'person',
          ofSchool.map(({ external_id }) => external_id),
        )
      ).map((link) => [link.externalId, link]),
    );
    const fresh = ofSchool.filter(({ outcome }) => outcome === 'new');
    // for a matched account the preview knew the id, and its fields give no address
    const made = fresh.filter(({ fields, local_id }) => local_id !== null && fields?.['isMade'] !== undefined);
    const since = roster.finished_at ?? roster.created_at;
    const staying = await eraseUnused(
      tx,
      person,
      made.map(({ local_id }) => local_id as number),
      { since, t, requestId, action: 'roster.undo.account' },
    );
    const results: RowResult[] = made
      .filter(({ local_id }) => staying.has(local_id as number))
      .map(({ number }) => ({ number, state: 'stays', why: 'accountUsed' }));
    const stays = new Set(results.map(({ number }) => number));
    await deleteLinks(
      tx,
      fresh.filter(({ number }) => !stays.has(number)).flatMap(({ external_id }) => links.get(external_id)?.id ?? []),
    );
    const others = ofSchool.filter(
      ({ outcome, external_id, fields }) =>
        (outcome === 'ends' || outcome === 'changed') && fields?.['formerId'] === undefined && links.get(external_id)?.localId,
    );
    await keepLinks(
      tx,
      sourceId,
      others.map(({ external_id, outcome }) => ({
        ...{ kind: 'person', parentId: null, externalId: external_id, localId: links.get(external_id)?.localId ?? null },
        state: outcome === 'ends' ? 'linked' : 'gone',
      })),
    );
    return [...results, ...uncorrected];
  });

/**
 * Deletes terms that were created and are not used; changed ones get their earlier values, if no later file has changed
 * them.
 */
export const undoSessions = (doing: ApplyContext, rows: readonly RosterRow[]): Promise<RowResult[]> =>
  forEachSchool(doing, rows, async (sourceId, _schoolId, ofSchool) => {
    const of = (outcome: RosterRow['outcome']): RosterRow[] => ofSchool.filter((row) => row.outcome === outcome);
    // first, since a created term may contain a changed one
    const changed = await undoChanged(doing, sourceId, of('changed'));
    return [...changed, ...(await undoMade(doing, sourceId, of('new')))];
  });

async function undoMade({ tx, row: { id: importId } }: ApplyContext, sourceId: number, rows: readonly RosterRow[]): Promise<RowResult[]> {
  const gone = new Set(
    await deleteUnusedSessions(
      tx,
      rows.flatMap(({ local_id }) => local_id ?? []),
      importId,
    ),
  );
  const links = await listLinks(tx, {
    sourceId,
    kind: 'term',
    externalIds: rows.filter(({ local_id }) => gone.has(local_id ?? 0)).map(({ external_id }) => external_id),
  });
  await deleteLinks(
    tx,
    links.map(({ id }) => id),
  );
  return rows.filter(({ local_id }) => !gone.has(local_id ?? 0)).map(({ number }) => ({ number, state: 'stays', why: 'sessionUsed' }));
}

type Term = SessionFields & { parent: string };
const TERM_FIELDS = ['title', 'type', 'start', 'end', 'year', 'parent'] as const;

async function undoChanged({ tx }: ApplyContext, sourceId: number, rows: readonly RosterRow[]): Promise<RowResult[]> {
  if (rows.length === 0) return [];
  const links = new Map((await listKnownLinks<Partial<Term>>(tx, sourceId, 'term')).map((link) => [link.externalId, link]));
  const results: RowResult[] = [];
  for (const { number, external_id, fields } of rows) {
    const link = links.get(external_id);
    const now = fields as unknown as Term & { before?: Term };
    const { before } = now;
    const isAsLeft = link && TERM_FIELDS.every((field) => (link.base[field] ?? null) === (now[field] ?? null));
    if (!before || !isAsLeft || link.localId === null || !(await updateSession(tx, link.localId, before))) {
      results.push({ number, state: 'stays', why: 'changedSince' });
      continue;
    }
    await setSessionParents(tx, [{ id: link.localId, parentId: links.get(before.parent)?.localId ?? null }]);
    await keepLinks(tx, sourceId, [{ kind: 'term', parentId: null, externalId: external_id, localId: link.localId, base: before }]);
  }
  return results;
}

/** Deletes the information system's ids of schools. */
export const undoSchools = (doing: ApplyContext, rows: readonly RosterRow[]): Promise<RowResult[]> =>
  forEachSchool(doing, rows, async (sourceId, _schoolId, ofSchool) => {
    const links = await listLinks(doing.tx, { sourceId, kind: 'school', externalIds: ofSchool.map(({ external_id }) => external_id) });
    await deleteLinks(
      doing.tx,
      links.map(({ id }) => id),
    );
    return [];
  });
