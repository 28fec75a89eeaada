import { en, type MessageKey, type Translate } from '@classwright/contract';
import type { GradeAct, GradeChangeRow } from './names-queries.ts';

interface Said {
  action: string;
  /** The name of the person, or null for the server itself or an unknown person. */
  who: string | null;
  /** The name of the record, or null when only its number is known. */
  name: string | null;
  kind: string;
  subjectId: number | null;
  batchSize: number | null;
  /**
   * The student of the record, with its class. Null: it belongs to no student, or the student was deleted or is out of
   * reach.
   */
  student?: string | null;
  className?: string | null;
  /** The changes of an act on grades. */
  act?: GradeAct | undefined;
}

/** Returns the key of an action's own sentence, otherwise that of its verb, otherwise one that names the action. */
function keyOf(action: string): MessageKey {
  const verb = action.slice(action.lastIndexOf('.') + 1);
  const found = [action, verb, 'other'].map((name) => `audit.said.${name}`).find((key) => key in en);
  return found as MessageKey;
}

/** Returns a grade in words: its points, "excused", or "no grade". */
function gradeInWords(grade: number | null, isExcused: boolean, t: Translate<MessageKey>): string {
  if (isExcused) return t('audit.grades.isExcused');
  return grade === null ? t('audit.grades.none') : t('audit.grades.points', { grade: Number(grade) });
}

type Act = Pick<GradeAct, 'kind'>;

const MANY: Readonly<Record<string, 'audit.grades.returned' | 'audit.grades.unreturned' | 'audit.grades.undone' | 'audit.grades.imported'>> = {
  return: 'audit.grades.returned',
  unreturn: 'audit.grades.unreturned',
  undo: 'audit.grades.undone',
  import: 'audit.grades.imported',
};

function keyOfGrade({ kind }: Act, { from_grade, to_grade, was_excused, is_excused }: GradeChangeRow): MessageKey {
  if (kind === 'return') return to_grade === null ? 'audit.grade.returnedWithout' : 'audit.grade.returned';
  if (kind === 'unreturn') return 'audit.grade.unreturned';
  if (kind === 'undo') return 'audit.grade.undone';
  if (is_excused !== was_excused) return is_excused ? 'audit.grade.excused' : 'audit.grade.included';
  if (from_grade === null) return 'audit.grade.given';
  return to_grade === null ? 'audit.grade.cleared' : 'audit.grade.changed';
}

/**
 * Describes the changes of an act on grades: one grade with its student, work, from and to, or the number of grades and
 * works.
 */
function describeGrades(act: GradeAct, who: string, t: Translate<MessageKey>): string {
  const className = act.class_name ?? t('audit.someClass');
  const [cell] = act.cells;
  if (act.cell_count === 1 && cell)
    return t(keyOfGrade(act, cell), {
      who,
      student: cell.student ?? t('audit.someStudent'),
      work: cell.work ?? t('audit.someWork'),
      class: className,
      from: gradeInWords(cell.from_grade, cell.was_excused, t),
      to: gradeInWords(cell.to_grade, cell.is_excused, t),
    });
  const works = t('audit.grades.works', { count: act.work_count });
  return t(MANY[act.kind] ?? 'audit.grades.changed', { who, count: act.cell_count, works, class: className });
}

/** Returns the grades of an act one by one: "Noah Adeyemi, Lab 2", from 7 to 9. */
export const gradesInWords = (act: GradeAct, t: Translate<MessageKey>): { label: string; from: string; to: string }[] =>
  act.cells.map(({ student, work, from_grade, to_grade, was_excused, is_excused }) => ({
    label: t('audit.grades.cell', { student: student ?? t('audit.someStudent'), work: work ?? t('audit.someWork') }),
    from: gradeInWords(from_grade, was_excused, t),
    to: gradeInWords(to_grade, is_excused, t),
  }));

/** Describes an entry as a sentence. */
export function describeEntry({ action, who, name, kind, subjectId, batchSize, student, className, act }: Said, t: Translate<MessageKey>): string {
  const by = who ?? t('audit.server');
  if (act && act.cells.length > 0) return describeGrades(act, by, t);
  const named = name ?? (subjectId === null ? kind : t('audit.said.numbered', { kind, id: String(subjectId) }));
  const places = { student: student ?? t('audit.someStudent'), class: className ?? t('audit.someClass') };
  const sentence = t(keyOf(action), { who: by, name: named, kind, action, ...places });
  return batchSize !== null && batchSize > 1 ? t('audit.said.batch', { sentence, count: batchSize - 1 }) : sentence;
}

/** Returns the name of an action among the filters: its sentence without people and records. */
export const describeAction = (action: string, kind: string, t: Translate<MessageKey>): string =>
  t(keyOf(action), { who: '…', name: '…', student: '…', class: '…', kind, action });
