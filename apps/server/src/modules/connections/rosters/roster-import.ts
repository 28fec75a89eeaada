import { type MessageKey, ROSTER_FIELDS, rosterColumns, rosterImport, type RosterMapping, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation, type StagedFile } from '../../../platform/http/index.ts';
import { listKnownSchools } from './known-queries.ts';
import { saveMappings } from './mapping-queries.ts';
import { mayBringGuardians } from './may-bring-guardians.ts';
import { findRosterImport, listUnknownTables, lockRosterImport, reopenReading } from './queries.ts';
import type { UnknownTable } from './read/roster.ts';
import { ROSTER_READ_JOB, type RosterReadJob } from './read-job.ts';
import { type RosterStaging, stageRoster } from './roster-stage.ts';
import { toRosterView } from './views.ts';

/** Returns the school whose column mappings are stored, or null for those of people with several schools. */
const ownSchoolOf = ({ reach }: Pick<Actor, 'reach'>): number | null => ('all' in reach ? null : reach.schoolId);

/**
 * Checks that a mapping names every required column, and only columns that its table has, as far as they are known.
 * @throws VALIDATION_FAILED naming the table and the missing columns
 */
function requireWhole(mappings: Readonly<Record<string, RosterMapping>>, tables: readonly UnknownTable[], t: Translate<MessageKey>): void {
  for (const [signature, { kind, columns }] of Object.entries(mappings)) {
    const table = tables.find((one) => one.signature === signature);
    const isThere = (title: string | undefined): boolean => title !== undefined && (!table || table.columns.some((column) => column.title === title));
    const missing = Object.entries(ROSTER_FIELDS[kind]).find(([field, isNeeded]) => isNeeded && !isThere(columns[field]));
    if (missing)
      throw fieldError('mappings', 'rosters.mapping.lacks', { table: table?.file ?? signature, field: t(`rosters.map.field.${missing[0]}` as MessageKey) });
  }
}

/**
 * Implements uploading rosters, which a job reads: of their files only the rows with an effect and the faults are
 * stored.
 */
export function implementRosterImport(staging: RosterStaging): Implementation[] {
  const { t, jobs } = staging;
  return [
    implement(rosterImport, async ({ tx: db, actor, input, files, requestId }) => {
      const { school_id: schoolId, missing, mappings, bring_guardians: bringGuardians } = input;
      if (bringGuardians && !mayBringGuardians(actor)) throw appError('NOT_ALLOWED');
      if (schoolId !== undefined && !(await listKnownSchools(db, actor.reach)).some(({ id }) => id === schoolId))
        throw fieldError('school_id', 'rosters.school.none');
      requireWhole(mappings, [], t);
      const id = await stageRoster(staging, {
        ...{
          person: actor,
          files: files as StagedFile[],
          options: { schoolId: schoolId ?? null, missing, bringGuardians },
          requestId,
          action: rosterImport.name,
        },
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
      const tables = await listUnknownTables(tx, row.id);
      requireWhole(input.mappings, tables, t);
      await saveMappings(tx, row.school_id, input.mappings);
      const said = Object.fromEntries(tables.map(({ file, signature }) => [file, input.mappings[signature]]));
      const entry = { action: rosterColumns.name, subjectType: 'roster', subjectId: row.id, after: { name: row.file_name, said }, requestId };
      await audit(tx, actor, entry);
      await reopenReading(tx, row.id);
      await jobs.enqueue<RosterReadJob>(tx, ROSTER_READ_JOB, [{ import_id: row.id }], { requestId });
      const now = await lockRosterImport(tx, row.id, actor.reach);
      return { import: toRosterView(now ?? row, t), message: t('rosters.says.reading') };
    }),
  ];
}
