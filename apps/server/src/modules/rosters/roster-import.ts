import { type MessageKey, rosterImport, type RosterMapping, type Translate } from '@classwright/contract';
import { audit } from '../../platform/audit/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { appError, fieldError } from '../../platform/errors.ts';
import { FairQueue } from '../../platform/fair-queue.ts';
import { type Actor, implement, type Implementation, type StagedFile } from '../../platform/http/index.ts';
import { listKnownSchools } from './known-queries.ts';
import { previewRoster } from './preview/preview-roster.ts';
import { findMappings, findRosterImport, saveMappings } from './queries.ts';
import { openRoster } from './read/open-roster.ts';
import type { RosterBatch, UnknownTable } from './read/roster.ts';
import { RosterProblem } from './read/roster-problem.ts';
import { toRosterView } from './views.ts';

/** Reading a roster: nothing of its files is kept but the rows that would do something, and what is wrong. */
export function implementRosterImport({ t }: { t: Translate<MessageKey> }): Implementation {
  /** So many are read at once in a process; schools take turns. */
  const readings = new FairQueue({ atOnce: 2, longest: 20, refusal: () => appError('TOO_MANY_REQUESTS', { seconds: 30 }) });
  return implement(rosterImport, async ({ tx: db, actor, input, files, requestId }) => {
    const { school_id: schoolId, missing, mappings } = input;
    const own = 'all' in actor.reach ? null : actor.reach.schoolId;
    if (schoolId !== undefined && !(await listKnownSchools(db, actor.reach)).some(({ id }) => id === schoolId))
      throw fieldError('school_id', 'rosters.school.none');
    if (Object.keys(mappings).length > 0) await inTransaction(db, (tx) => saveMappings(tx, own, mappings));
    const known = await findMappings(db, own);
    return readings.run(turnOf(actor), async () => {
      const batches = openRoster(
        files.map(({ name, path }: StagedFile) => ({ name, path })),
        known as Record<string, RosterMapping>,
      );
      try {
        const first = await batches.next();
        if (first.done) throw new RosterProblem('nothing');
        if (first.value.kind === 'unknown') return { import: null, unknown: toUnknown(first.value.tables), message: t('rosters.says.unknown') };
        if (first.value.kind !== 'head') throw new RosterProblem('nothing');
        const { head } = first.value;
        const fileName = files
          .map(({ name }) => name)
          .join(', ')
          .slice(0, 200);
        const task = { person: actor, fileName, schoolId: schoolId ?? null, missing };
        const id = await inTransaction(db, async (tx) => {
          const made = await previewRoster(tx, head, batches, task);
          await audit(tx, actor, { action: rosterImport.name, subjectType: 'roster', subjectId: made, after: { name: fileName }, requestId });
          return made;
        });
        const row = await findRosterImport(db, id, actor.reach);
        if (!row) throw appError('NOT_FOUND');
        const view = toRosterView(row, t);
        return { import: view, unknown: [], message: view.message };
      } catch (error) {
        throw error instanceof RosterProblem ? fieldError('files', `rosters.file.${error.problem}`, error.params) : error;
      } finally {
        await batches.return(undefined as unknown as RosterBatch);
      }
    });
  });
}

const turnOf = ({ schoolId, accountId }: Actor) => ({ place: String(schoolId ?? 'all'), who: String(accountId) });
const toUnknown = (tables: readonly UnknownTable[]) => tables.map((table) => ({ ...table, columns: table.columns.slice(0, 200) }));
