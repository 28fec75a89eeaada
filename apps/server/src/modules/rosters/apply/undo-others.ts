import { eraseUnused } from '../../accounts/index.ts';
import { deleteLinks, listLinks, saveLinks } from '../../sources/index.ts';
import { listKnownLinks } from '../known-queries.ts';
import type { RosterRow, RowResult } from '../queries.ts';
import { deleteUnusedSessions } from '../sessions-queries.ts';
import { type Doing, forEachSchool } from './doing.ts';

/** Accounts that were made go where nobody has used them; people who were found are known to the source no more. */
export const undoPeople = (doing: Doing, rows: readonly RosterRow[]): Promise<RowResult[]> =>
  forEachSchool(doing, rows, async (sourceId, _schoolId, ofSchool) => {
    const { tx, person, row: roster, t, requestId } = doing;
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
    // of a found account the preview knew the id, and its fields make no address
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
    const others = ofSchool.filter(({ outcome, external_id }) => outcome !== 'new' && links.get(external_id)?.localId);
    await saveLinks(
      tx,
      sourceId,
      others.map(({ external_id, outcome }) => ({
        ...{ kind: 'person', parentId: null, externalId: external_id, localId: links.get(external_id)?.localId ?? null },
        state: outcome === 'ends' ? 'linked' : 'gone',
      })),
    );
    return results;
  });

/** Terms that were made go where no class runs in them. */
export const undoSessions = (doing: Doing, rows: readonly RosterRow[]): Promise<RowResult[]> =>
  forEachSchool(doing, rows, async (sourceId, _schoolId, ofSchool) => {
    const gone = new Set(
      await deleteUnusedSessions(
        doing.tx,
        ofSchool.flatMap(({ local_id }) => local_id ?? []),
      ),
    );
    const links = await listLinks(doing.tx, {
      sourceId,
      kind: 'term',
      externalIds: ofSchool.filter(({ local_id }) => gone.has(local_id ?? 0)).map(({ external_id }) => external_id),
    });
    await deleteLinks(
      doing.tx,
      links.map(({ id }) => id),
    );
    return ofSchool.filter(({ local_id }) => !gone.has(local_id ?? 0)).map(({ number }) => ({ number, state: 'stays', why: 'sessionUsed' }));
  });

/** What the information system calls a school is forgotten. */
export const undoSchools = (doing: Doing, rows: readonly RosterRow[]): Promise<RowResult[]> =>
  forEachSchool(doing, rows, async (sourceId, _schoolId, ofSchool) => {
    const links = await listLinks(doing.tx, { sourceId, kind: 'school', externalIds: ofSchool.map(({ external_id }) => external_id) });
    await deleteLinks(
      doing.tx,
      links.map(({ id }) => id),
    );
    return [];
  });
