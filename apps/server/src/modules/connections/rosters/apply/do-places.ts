import { deleteLinks, listLinks, keepLinks } from '../../../class/sources/index.ts';
import { listKnownLinks } from '../known-queries.ts';
import type { RosterRow } from '../queries.ts';
import { insertSession, type SessionFields, setSessionParents, updateSession } from '../sessions-queries.ts';
import { type ApplyRows, forEachSchool } from './doing.ts';

/** Stores the information system's ids of our schools. */
export const applySchools: ApplyRows = (doing, rows) =>
  forEachSchool(doing, rows, async (sourceId, schoolId, [row]) => {
    if (!row) return [];
    const before = await listLinks(doing.tx, { sourceId, kind: 'school' });
    await deleteLinks(
      doing.tx,
      before.filter(({ external_id }) => external_id !== row.external_id).map(({ id }) => id),
    );
    await keepLinks(doing.tx, sourceId, [{ kind: 'school', parentId: null, externalId: row.external_id, localId: schoolId, base: { name: row.name } }]);
    return [];
  });

/** Returns the values that both sides agree on from now on. */
function baseOf({ fields }: RosterRow): object {
  const { before: _before, ...now } = fields ?? {};
  return now;
}

/** Creates and changes terms. */
export const applySessions: ApplyRows = (doing, rows) =>
  forEachSchool(doing, rows, async (sourceId, schoolId, ofSchool) => {
    const { tx } = doing;
    const ids = ofSchool.map(({ external_id }) => external_id);
    const links = new Map((await listKnownLinks(tx, sourceId, 'term', ids)).map((link) => [link.externalId, link]));
    const made = new Map<string, number>();
    for (const row of ofSchool) {
      const fields = row.fields as unknown as SessionFields;
      const known = links.get(row.external_id)?.localId ?? null;
      const stands = known !== null && (await updateSession(tx, known, fields));
      made.set(row.external_id, stands ? known : await insertSession(tx, schoolId, fields));
    }
    await keepLinks(
      tx,
      sourceId,
      ofSchool.map((row) => ({
        kind: 'term',
        parentId: null,
        externalId: row.external_id,
        localId: made.get(row.external_id) as number,
        base: baseOf(row),
      })),
    );
    const parents = new Map((await listKnownLinks(tx, sourceId, 'term')).map(({ externalId, localId }) => [externalId, localId]));
    await setSessionParents(
      tx,
      ofSchool.flatMap(({ external_id, fields }) => {
        const parentId = parents.get(String(fields?.['parent'] ?? ''));
        return parentId ? [{ id: made.get(external_id) as number, parentId }] : [];
      }),
    );
    return ofSchool.map(({ number, external_id }) => ({ number, localId: made.get(external_id) as number }));
  });
