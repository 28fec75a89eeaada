import type { RubricRow, ScoredCriterion } from './scoring.ts';

/** The content of a version of a question, as people read it: references by their names, rich text as plain text. */
export interface ComparableVersion {
  title: string;
  description: string;
  type_name: string | null;
  /** The topic, shown as Cluster. */
  topic_name: string | null;
  standard_name: string | null;
  subject_name: string | null;
  grade_name: string | null;
  tag: readonly string[];
  published_state: string;
  overall_grade: number | null;
  responses: readonly { title: string; match_label: string; description: string; is_valid: boolean; sub_grade: number | null }[];
  rubrics: readonly RubricRow[];
  open_response: readonly ScoredCriterion[];
  open_response_grade: number | null;
  attachments: readonly { name: string }[];
}

export interface VersionChange {
  /** The field, such as "title" or "responses.2.sub_grade". Numbers count from 1. */
  field: string;
  /** The old value. Empty: there was none. */
  before: string;
  after: string;
}

/** Returns the differences between two versions by field, in the order of the form. */
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
  set('type_id', version.type_name);
  set('topic_id', version.topic_name);
  set('standard_id', version.standard_name);
  set('question_subject_id', version.subject_name);
  set('question_grade_id', version.grade_name);
  set('tag', version.tag.join(', '));
  set('description', version.description);
  set('google_drive_link', version.attachments.map(({ name }) => name).join(', '));
  set('published_state', version.published_state);
  set('overall_grade', version.overall_grade);
  for (const [index, response] of version.responses.entries()) {
    const at = (name: string): string => `responses.${index + 1}.${name}`;
    set(at('title'), response.title);
    set(at('match_label'), response.match_label);
    set(at('description'), response.description);
    set(at('is_valid'), response.is_valid);
    set(at('sub_grade'), response.sub_grade);
  }
  setRows('rubrics', version.rubrics);
  for (const [index, criterion] of version.open_response.entries()) {
    const at = (name: string): string => `open_response.${index + 1}.${name}`;
    set(at('criterion_name'), criterion.criterion_name);
    set(at('open_response_grade'), criterion.open_response_grade);
    set(at('description'), criterion.description);
    setRows(at('rubrics'), criterion.rubrics);
  }
  set('open_response_grade', version.open_response_grade);
  return lines;
}
