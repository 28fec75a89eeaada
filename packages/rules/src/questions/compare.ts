import type { RubricRow, ScoredCriterion } from './scoring.ts';

/** What a version of a question says, as people read it: references by their names, rich text as plain text. */
export interface ComparableVersion {
  title: string;
  description: string;
  type: string;
  topic: string;
  standard: string;
  subject: string;
  grade: string;
  tags: readonly string[];
  publishedState: string;
  overallGrade: number | null;
  responses: readonly { title: string; matchLabel: string; description: string; isValid: boolean; points: number | null }[];
  rubrics: readonly RubricRow[];
  criteria: readonly ScoredCriterion[];
  openResponseGrade: number | null;
  attachments: readonly string[];
}

export interface VersionChange {
  /** "title", "responses.2.sub_grade": numbers count from 1. */
  field: string;
  /** Empty: was not there. */
  before: string;
  after: string;
}

/** Field by field what differs between two versions, in the order of the form. */
export function compareVersions(older: ComparableVersion, newer: ComparableVersion): VersionChange[] {
  const [before, after] = [toLines(older), toLines(newer)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((field) => ({ field, before: before.get(field) ?? '', after: after.get(field) ?? '' }))
    .filter((change) => change.before !== change.after);
}

function toLines(version: ComparableVersion): Map<string, string> {
  const lines = new Map<string, string>();
  const set = (field: string, value: string | number | boolean | null): void => {
    lines.set(field, value === null ? '' : typeof value === 'boolean' ? (value ? 'YES' : 'NO') : String(value));
  };
  const setRows = (path: string, rows: readonly RubricRow[]): void => {
    for (const [index, row] of rows.entries()) {
      set(`${path}.${index + 1}.point`, row.point);
      set(`${path}.${index + 1}.level`, row.level);
      set(`${path}.${index + 1}.description`, row.description);
    }
  };
  set('title', version.title);
  set('type_id', version.type);
  set('topic_id', version.topic);
  set('standard_id', version.standard);
  set('question_subject_id', version.subject);
  set('question_grade_id', version.grade);
  set('tag', version.tags.join(', '));
  set('description', version.description);
  set('google_drive_link', version.attachments.join(', '));
  set('published_state', version.publishedState);
  set('overall_grade', version.overallGrade);
  for (const [index, response] of version.responses.entries()) {
    const at = (name: string): string => `responses.${index + 1}.${name}`;
    set(at('title'), response.title);
    set(at('match_label'), response.matchLabel);
    set(at('description'), response.description);
    set(at('is_valid'), response.isValid);
    set(at('sub_grade'), response.points);
  }
  setRows('rubrics', version.rubrics);
  for (const [index, criterion] of version.criteria.entries()) {
    const at = (name: string): string => `open_response.${index + 1}.${name}`;
    set(at('criterion_name'), criterion.criterion_name);
    set(at('open_response_grade'), criterion.open_response_grade);
    set(at('description'), criterion.description);
    setRows(at('rubrics'), criterion.rubrics);
  }
  set('open_response_grade', version.openResponseGrade);
  return lines;
}
