import type { MessageKey, Translate } from '@classwright/contract';
import type { Tx } from '../../../../platform/database/index.ts';
import type { Person } from '../../../../platform/http/index.ts';
import { listKnownSchools, type KnownSchool, listKnownLinks } from '../known-queries.ts';
import { computeRowsToDo, endReading, type RosterOptions, updateRosterImport } from '../queries.ts';
import type { Fault, Head, RosterBatch, Session } from '../read/roster.ts';
import { RosterProblem } from '../read/roster-problem.ts';
import { ClassesPreview } from './preview-classes.ts';
import { GuardiansPreview } from './preview-guardians.ts';
import { MembersPreview } from './preview-members.ts';
import { PeoplePreview } from './preview-people.ts';
import { isOwnTermId } from '@classwright/rules/sync/own-ids';
import { proposeMatches } from '../meeting/meet.ts';
import { RowWriter } from './row-writer.ts';
import { SchoolBook } from './school-book.ts';

const FIELDS = ['title', 'type', 'start', 'end', 'year', 'parent'] as const;

/** Matches the terms of a file to a school's, by the ids of their source. */
async function previewSessions(tx: Tx, writer: RowWriter, schools: readonly KnownSchool[], rows: readonly Session[], idsAreOurs: boolean): Promise<void> {
  for (const school of schools) {
    const ids = rows.map(({ id }) => id);
    const links = new Map(
      (school.sourceId === null ? [] : await listKnownLinks<Record<string, unknown>>(tx, school.sourceId, 'term', ids)).map((link) => [link.externalId, link]),
    );
    for (const row of rows) {
      const link = links.get(row.id);
      const fields = Object.fromEntries(FIELDS.map((field) => [field, row[field]]));
      const isSame = link !== undefined && FIELDS.every((field) => (link.base[field] ?? null) === (row[field] ?? null));
      // our own terms are derived from the school's marking periods
      if (isSame || (row.isEnded && !link) || (!link && idsAreOurs && isOwnTermId(row.id))) await writer.same('session');
      else
        await writer.add({
          ...{ kind: 'session', outcome: link ? 'changed' : 'new', schoolId: school.id, externalId: row.id, file: row.file, line: row.line, name: row.title },
          ...{ detail: [row.start, row.end].filter(Boolean).join(' – '), localId: link?.localId ?? null },
          // undoing needs the earlier values
          fields: link ? { ...fields, before: Object.fromEntries(FIELDS.map((field) => [field, link.base[field] ?? null])) } : fields,
        });
    }
  }
}

/** An error after somebody has stopped the reading of a roster. */
export class ReadingStoppedError extends Error {}

export interface PreviewTask {
  /** The import that the rows belong to. */
  importId: number;
  person: Person;
  /** The words that ties of guardians are stored with. */
  t: Translate<MessageKey>;
  /** The school of rows that name none; null if not given. */
  schoolId: number | null;
  /** The treatment of things that are missing from the file. */
  missing: 'file' | 'end' | 'keep';
  /** The source of its ids; by default that of uploaded files. */
  sourceId?: number;
  /** The options given with the files. */
  options?: Partial<RosterOptions>;
  /** The memberships that an earlier reading of the same source would have ended: no others end. */
  onlyEnds?: ReadonlySet<string> | null;
  /** The id of this installation: files of another one have ids of our form that refer to nobody here. */
  installationId: string;
  /** Receives the number of compared rows and the total. If it throws, nothing is stored. */
  onCompared: (done: number, total: number) => void;
  /** Awaited before each batch. */
  standBack: () => Promise<void>;
}

/**
 * Compares a roster with the data here, row by row, and stores what it would do. Nothing else is written. @throws
 * RosterProblem if its school cannot be determined, ReadingStoppedError if somebody has stopped it
 */
export async function previewRoster(tx: Tx, head: Head, batches: AsyncIterable<RosterBatch>, task: PreviewTask): Promise<void> {
  const { person, importId, missing, sourceId = null } = task;
  const { reach } = person;
  const ownSchool = 'all' in reach ? null : reach.schoolId;
  const known = await listKnownSchools(tx, reach, sourceId);
  const writer = new RowWriter(tx, importId);
  const idsAreOurs = head.origin === '' || head.origin === task.installationId;
  // two other systems may give the same id to different people: ids that a source provided refer to ours only in our
  // own files
  const isOwnExport = head.origin === task.installationId;
  const book = new SchoolBook(known, task.schoolId ?? ownSchool ?? person.schoolId, { idsAreOurs, isOwnExport });
  const people = new PeoplePreview({ tx, writer, schools: book, idsAreOurs, isOwnExport });
  const classes = new ClassesPreview({ tx, writer, schools: book, people, idsAreOurs, isOwnExport });
  const endsMissing = (kind: 'person' | 'member'): boolean => (missing === 'file' ? head.modes[kind] === 'bulk' : missing === 'end');
  let schools: readonly KnownSchool[] | null = null;
  let members: MembersPreview | null = null;

  /** Matches the schools once all schools of the file are read. */
  async function settleSchools(): Promise<readonly KnownSchool[]> {
    if (schools) return schools;
    book.match();
    schools = [...new Set(book.matched.flatMap(({ school }) => (school ? [school] : [])))];
    if (book.matched.length === 0 && book.chosen) schools = [book.chosen];
    if (book.matched.length === 0 && schools.length === 0 && !known.some(({ externalId }) => externalId !== null)) throw new RosterProblem('schoolNeeded');
    for (const { row, school, said } of book.matched) {
      if (school && (school.externalId === row.id || book.isGiven(school, row.id))) await writer.same('school');
      else
        await writer.add({
          ...{ kind: 'school', outcome: school ? 'new' : 'error', schoolId: school?.id ?? null, externalId: row.id, file: row.file, line: row.line },
          ...{ name: row.name, detail: school?.name ?? '', said, localId: school?.id ?? null },
        });
    }
    return schools;
  }
  /** Prepares memberships once all people and classes are read. */
  async function settlePeople(): Promise<MembersPreview> {
    if (members) return members;
    const own = await settleSchools();
    const wide = own.length > 0 ? own : known.filter(({ externalId }) => externalId !== null);
    members = new MembersPreview({
      ...{ tx, writer, people, classes, schools: wide, isOwnExport, endsMissing: endsMissing('member') },
      ...{ refused: new Set(head.refused.member), refusedClasses: new Set(head.refused.class), onlyEnds: task.onlyEnds ?? null },
    });
    return members;
  }
  const refused = [...head.refused.person, ...head.refused.guardian];
  let guardians: GuardiansPreview | null = null;
  /** Prepares guardians, whose ties end only by files that name ties. */
  async function settleGuardians(): Promise<GuardiansPreview> {
    guardians ??= new GuardiansPreview({
      ...{ tx, t: task.t, writer, people, schools: (await settlePeople()).schools, ownSchools: new Set(known.map(({ id }) => id)), refused },
      endsMissing: head.guardians !== null && (missing === 'file' ? head.guardians === 'bulk' : missing === 'end'),
      onlyEnds: task.onlyEnds ?? null,
    });
    return guardians;
  }
  let hasPeople = false;
  const settleMissing = async (): Promise<void> => {
    if (hasPeople) return;
    hasPeople = true;
    await people.settle();
    if (endsMissing('person') && (head.rows.person ?? 0) > 0) await people.missing(head.refused.person, await settleSchools());
  };

  const total = Object.values(head.rows).reduce((sum, count) => sum + count, 0);
  let done = 0;
  for await (const batch of batches) {
    done = Math.min(total, done + countOf(batch));
    task.onCompared(done, total);
    await task.standBack();
    if (batch.kind === 'schools') book.add(batch.rows);
    else if (batch.kind === 'sessions') await previewSessions(tx, writer, await settleSchools(), batch.rows, idsAreOurs);
    else if (batch.kind === 'people') {
      await settleSchools();
      await people.take(batch.rows);
    } else if (batch.kind === 'classes') {
      await settleSchools();
      await settleMissing();
      await classes.take(batch.rows);
    } else if (batch.kind === 'members') {
      await settleMissing();
      await (await settlePeople()).take(batch.rows);
    } else if (batch.kind === 'guardians') (await settleGuardians()).takeGuardians(batch.rows);
    else if (batch.kind === 'ties') (await settleGuardians()).takeTies(batch.rows);
    else if (batch.kind === 'faults') {
      await settleSchools();
      for (const fault of batch.rows) await writer.add(toRow(fault, ownSchool));
    }
  }
  await settleMissing();
  const all = await settlePeople();
  if ((head.rows.member ?? 0) > 0) await all.missing();
  if (guardians) await (guardians as GuardiansPreview).finish();
  await writer.flush();
  // last, since a stop then waits for this row only until the transaction ends
  if (!(await endReading(tx, importId, { status: 'preview', format: head.format, version: head.version }))) throw new ReadingStoppedError();
  const untold = head.faultsUntold > 0 ? [{ code: 'untold', params: { count: head.faultsUntold } }] : [];
  const options = { ...task.options };
  await updateRosterImport(tx, importId, {
    ...{ counts: writer.counts, remarks: [...head.remarks, ...untold], options },
    ...{ total_rows: computeRowsToDo(writer.counts), school_ids: (await settleSchools()).map(({ id }) => id) },
  });
  const sourceOf = (schoolId: number): number | null => known.find(({ id }) => id === schoolId)?.sourceId ?? null;
  const isWhole = endsMissing('member') && (head.rows.member ?? 0) > 0;
  await proposeMatches({ tx, importId, sourceOf, isWhole, onlyEnds: task.onlyEnds ?? null }, { id: importId, counts: writer.counts, options });
}

function countOf(batch: RosterBatch): number {
  if (batch.kind === 'members') return batch.rows.reduce((sum, { members }) => sum + members.length, 0);
  return batch.kind === 'head' ? 0 : batch.kind === 'unknown' ? 0 : batch.rows.length;
}

const toRow = ({ kind, outcome, externalId, name, file, line, said }: Fault, schoolId: number | null) => ({
  kind,
  outcome,
  schoolId,
  externalId,
  file,
  line,
  name,
  said,
});
