import { rosterColumns, rosterImport } from '@classwright/contract';
import { appError, fieldError } from '../../platform/errors.ts';
import { type Actor, implement, type Implementation, type StagedFile } from '../../platform/http/index.ts';
import { listKnownSchools } from './known-queries.ts';
import { findRosterImport, lockRosterImport, reopenReading, saveMappings } from './queries.ts';
import { ROSTER_READ_JOB, type RosterReadJob } from './read-job.ts';
import { type RosterStaging, stageRoster } from './roster-stage.ts';
import { toRosterView } from './views.ts';

/** Whose columns are remembered: a school's, or (null) those of whoever sees to several. */
const ownSchoolOf = ({ reach }: Pick<Actor, 'reach'>): number | null => ('all' in reach ? null : reach.schoolId);

/** Rosters come in, and a job reads them: nothing of their files is kept but the rows that would do something, and what is wrong. */
export function implementRosterImport(staging: RosterStaging): Implementation[] {
  const { t, jobs } = staging;
  return [
    implement(rosterImport, async ({ tx: db, actor, input, files, requestId }) => {
      const { school_id: schoolId, missing, mappings } = input;
      if (schoolId !== undefined && !(await listKnownSchools(db, actor.reach)).some(({ id }) => id === schoolId))
        throw fieldError('school_id', 'rosters.school.none');
      const id = await stageRoster(staging, {
        ...{ person: actor, files: files as StagedFile[], options: { schoolId: schoolId ?? null, missing }, requestId, action: rosterImport.name },
        before: (tx) => saveMappings(tx, ownSchoolOf(actor), mappings),
      });
      const row = await findRosterImport(db, id, actor.reach);
      if (!row) throw appError('NOT_FOUND');
      return { import: toRosterView(row, t), message: t('rosters.says.reading') };
    }),
    implement(rosterColumns, async ({ tx, actor, input, requestId }) => {
      const row = await lockRosterImport(tx, input.id, actor.reach);
      if (!row) throw appError('NOT_FOUND');
      if (row.status !== 'columns') throw appError('ROSTER_OVER');
      await saveMappings(tx, row.school_id, input.mappings);
      await reopenReading(tx, row.id);
      await jobs.enqueue<RosterReadJob>(tx, ROSTER_READ_JOB, [{ import_id: row.id }], { requestId });
      const now = await lockRosterImport(tx, row.id, actor.reach);
      return { import: toRosterView(now ?? row, t), message: t('rosters.says.reading') };
    }),
  ];
}
