import { type AuditEntryView, type MessageKey, type ReferenceList, referenceLists, type Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { type GradeAct, listGradeActs, listKeptNames, listSubjectNames, type SubjectName } from './names-queries.ts';
import type { AuditRow } from './queries.ts';
import { describeEntry, gradesInWords } from './sentence.ts';

type Values = Readonly<Record<string, unknown>>;

const asValues = (recorded: unknown): Values => (typeof recorded === 'object' && recorded !== null && !Array.isArray(recorded) ? (recorded as Values) : {});
const listOf = (subjectType: string): ReferenceList | undefined => referenceLists.find(({ name }) => name === subjectType);

/** Returns the name of a kind of record for people. */
export function labelOf(subjectType: string, t: Translate<MessageKey>): string {
  const key = listOf(subjectType)?.title.one ?? `audit.subject.${subjectType}`;
  const words = t(key as MessageKey);
  return words === key ? subjectType.replaceAll(/[_-]/g, ' ') : words;
}

/** Returns the differences, by field. A record that was created or deleted differs in all its fields. */
function toChanges(before: unknown, after: unknown): { field: string; from: unknown; to: unknown }[] {
  const [from, to] = [asValues(before), asValues(after)];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => JSON.stringify(from[field] ?? null) !== JSON.stringify(to[field] ?? null))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }));
}

/** The maximum length of a spreadsheet cell. */
const LONGEST = 4000;

/** Returns the differences as one text: "Name: Grade 9 → Grade 10". */
export function changesInWords(
  { changes, before, after, grades, grade_count }: Pick<AuditEntryView, 'changes' | 'before' | 'after' | 'grades' | 'grade_count'>,
  t: Translate<MessageKey>,
): string {
  const said = (value: unknown): string =>
    value === null || value === ''
      ? t('audit.empty')
      : typeof value === 'boolean'
        ? t(value ? 'list.yes' : 'list.no')
        : typeof value === 'string'
          ? value
          : JSON.stringify(value);
  const lines = changes.map(({ field, from, to }) => {
    const words = before === null ? said(to) : after === null ? said(from) : t('audit.change', { from: said(from), to: said(to) });
    return `${fieldName(field, t)}: ${words}`;
  });
  const graded = grades.map(({ label, from, to }) => `${label}: ${t('audit.change', { from, to })}`);
  const rest = grade_count - grades.length;
  if (graded.length > 0 && rest > 0) graded.push(t('audit.grades.rest', { count: rest }));
  const text = [...graded, ...lines].join('\n');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function fieldName(field: string, t: Translate<MessageKey>): string {
  const key = [`audit.field.${field}`, `list.field.${field}`].find((name) => t(name as MessageKey) !== name);
  return key ? t(key as MessageKey) : field.replaceAll('_', ' ');
}

/** Fields of entries that hold the name of a record. */
const NAMING = [...new Set([...referenceLists.map(({ naming }) => naming), 'name', 'title'])];
/** Kinds whose names the trail takes only from the account, so that they disappear with it. */
const PEOPLE = ['account', 'profile'];

function nameOf({ subject_type, before, after }: Pick<AuditRow, 'subject_type' | 'before' | 'after'>): string | null {
  const values = { ...asValues(before), ...asValues(after) };
  const people = [values.first_name, values.last_name].filter((part) => typeof part === 'string' && part !== '').join(' ');
  const name = values[listOf(subject_type)?.naming ?? 'name'] ?? values.name ?? values.title ?? (people || null);
  return typeof name === 'string' && name !== '' ? name : null;
}

/** Returns the act on grades that an entry is about, or null when it is about something else. */
function actOf({ after }: AuditRow): number | null {
  const id = asValues(after)['act_id'];
  return typeof id === 'number' ? id : null;
}

/** Presents entries with the names of the records they are about, within the reader's reach. */
export async function loadAuditEntryViews(db: Db, reach: Reach, rows: readonly AuditRow[], t: Translate<MessageKey>): Promise<AuditEntryView[]> {
  const names = await listSubjectNames(db, reach, rows);
  const unnamed = rows.filter((row) => !PEOPLE.includes(row.subject_type) && nameOf(row) === null && !names.get(keyOf(row))?.name);
  const kept = new Map((await listKeptNames(db, reach, unnamed, NAMING)).map((row) => [keyOf(row), nameOf(row)]));
  const acts = await listGradeActs(
    db,
    reach,
    rows.map(actOf).filter((id) => id !== null),
  );
  return rows.map((row) => toAuditEntryView(row, { now: names.get(keyOf(row)), last: kept.get(keyOf(row)) ?? null, act: acts.get(actOf(row) ?? 0) }, t));
}

/** The fields of an act on grades that are only for programs. People see its grades instead. */
const OF_ACTS: ReadonlySet<string> = new Set(['act_id', 'undoes', 'course_id', 'course_work_id', 'submission_ids', 'import_id', 'kind', 'cells', 'change']);

const keyOf = ({ subject_type, subject_id }: Pick<AuditRow, 'subject_type' | 'subject_id'>): string => `${subject_type}:${subject_id}`;

interface Known {
  now: SubjectName | undefined;
  /** The name in the newest entry that holds one. It is null when no entry does, or when the name is known already. */
  last: string | null;
  act: GradeAct | undefined;
}

function toAuditEntryView(row: AuditRow, { now, last, act }: Known, t: Translate<MessageKey>): AuditEntryView {
  const kind = labelOf(row.subject_type, t);
  const name = nameOf(row) ?? now?.name ?? last;
  const { class_name: className } = { ...asValues(row.before), ...asValues(row.after) };
  const who = row.account_id === null ? null : `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();
  const { id, at, account_id, email, school_id, school_name, action, subject_type, subject_id, before, after, request_id } = row;
  return {
    id,
    at: at.toISOString(),
    account_id,
    account_name: who,
    email,
    school_id,
    school_name,
    action,
    subject_type,
    sentence: describeEntry(
      {
        ...{ action, who, name, kind, act, subjectId: subject_id, batchSize: row.is_part ? null : row.batch_size },
        ...{ student: now?.student ?? null, className: now?.class_name ?? (typeof className === 'string' ? className : null) },
      },
      t,
    ),
    batch_size: row.batch_size,
    subject_label: kind,
    subject_id,
    subject_name: name,
    before: before ?? null,
    after: after ?? null,
    grades: act && act.cell_count > 1 ? gradesInWords(act, t) : [],
    grade_count: act?.cell_count ?? 0,
    changes: act ? toChanges(before, after).filter(({ field }) => !OF_ACTS.has(field)) : toChanges(before, after),
    request_id,
  };
}
