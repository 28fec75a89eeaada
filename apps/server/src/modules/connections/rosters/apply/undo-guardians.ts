import { deleteLinks, keepLinks } from '../../../class/sources/index.ts';
import { announceChildren, changeRosterRelations, endRosterTies, restoreRosterTies } from '../../../overview/guardians/index.ts';
import { eraseUnused } from '../../../people/accounts/index.ts';
import { listKnownLinks } from '../known-queries.ts';
import type { RosterRow, RowResult } from '../queries.ts';
import { auditTies, listRelations } from './do-guardians.ts';
import { correctSome } from './do-people.ts';
import { type ApplyContext, forEachSchool } from './doing.ts';

/** Ends the ties that a roster made, and restores those that it ended or changed, unless somebody has changed them since. */
export const undoTies = (doing: ApplyContext, rows: readonly RosterRow[]): Promise<RowResult[]> =>
  forEachSchool(doing, rows, async (sourceId, _schoolId, ofSchool) => {
    const idsOf = (outcome: RosterRow['outcome']): number[] => ofSchool.filter((row) => row.outcome === outcome).flatMap(({ local_id }) => local_id ?? []);
    const ended = await endRosterTies(doing.tx, sourceId, idsOf('new'));
    const restored = await restoreRosterTies(doing.tx, sourceId, idsOf('ends'));
    await auditTies(doing, 'roster.undo.tie', ended, 'before');
    await auditTies(doing, 'roster.undo.tieEnd', restored, 'after');
    const changed = await changeRosterRelations(doing.tx, sourceId, listRelations(ofSchool, 'undo'));
    await auditTies(doing, 'roster.undo.tieRelation', changed, 'before');
    const undone = [...ended, ...restored, ...changed];
    announceChildren(
      doing.tx,
      doing.realtime,
      undone.map(({ guardian_id }) => guardian_id),
    );
    const done = new Set(undone.map(({ id }) => id));
    return ofSchool.filter(({ local_id }) => !done.has(local_id ?? 0)).map(({ number }) => ({ number, state: 'stays', why: 'changedSince' }));
  });

/** Deletes accounts of guardians that were created and are unused; the others are unlinked from the source. */
export const undoGuardians = (doing: ApplyContext, rows: readonly RosterRow[]): Promise<RowResult[]> =>
  forEachSchool(doing, rows, async (sourceId, _schoolId, ofSchool) => {
    const { tx, person, row: roster, t, requestId } = doing;
    const uncorrected = await correctSome(doing, ofSchool, 'undo');
    const links = new Map(
      (
        await listKnownLinks(
          tx,
          sourceId,
          'guardian',
          ofSchool.map(({ external_id }) => external_id),
        )
      ).map((link) => [link.externalId, link]),
    );
    const fresh = ofSchool.filter(({ outcome }) => outcome === 'new');
    const made = fresh.filter(({ fields, local_id }) => local_id !== null && fields?.['isMatched'] !== true);
    const since = roster.finished_at ?? roster.created_at;
    const staying = await eraseUnused(
      tx,
      person,
      made.map(({ local_id }) => local_id as number),
      { since, t, requestId, action: 'roster.undo.account' },
    );
    const stays = made.filter(({ local_id }) => staying.has(local_id as number)).map(({ number }) => number);
    await deleteLinks(
      tx,
      fresh.filter(({ number }) => !stays.includes(number)).flatMap(({ external_id }) => links.get(external_id)?.id ?? []),
    );
    const others = ofSchool.filter(({ outcome, external_id }) => (outcome === 'ends' || outcome === 'changed') && links.get(external_id)?.localId);
    await keepLinks(
      tx,
      sourceId,
      others.map(({ external_id, outcome }) => ({
        ...{ kind: 'guardian', parentId: null, externalId: external_id, localId: links.get(external_id)?.localId ?? null },
        state: outcome === 'ends' ? 'linked' : 'gone',
      })),
    );
    return [...stays.map((number): RowResult => ({ number, state: 'stays', why: 'accountUsed' })), ...uncorrected];
  });
