import { type MessageKey, type SyncChangeView, type SyncRunView, type Translate, unpackMessage } from '@classwright/contract';
import type { EndKind } from '@classwright/rules/sync/ends';
import type { Db } from '../../../../platform/database/index.ts';
import { type ChangeRow, type FailureRow, listFailures, LIVE, type RunRow } from './queries.ts';

type Words = Translate<MessageKey>;

/** Returns a stored message in the school's language. */
export function inWords(t: Words, packed: string): string {
  const message = unpackMessage(packed);
  return message ? t(message.key as MessageKey, message.params as never) : packed;
}

/** Returns the result of a run, in words; null while it is in progress. */
function messageOf(t: Words, run: RunRow, failures: readonly FailureRow[]): string | null {
  const { status, mode, scope, failure, refused } = run;
  if (LIVE.includes(status)) return null;
  if (status === 'cancelled') return t('sync.cancelled');
  if (status === 'failed') return t('sync.failed', { reason: failure ? inWords(t, failure) : failures[0] ? inWords(t, failures[0].failure) : '' });
  if (mode === 'preview') return t(run.is_done ? 'sync.complete.previewDone' : 'sync.complete.preview');
  if (mode === 'undo') return refused > 0 ? t('sync.complete.undoPartly', { count: refused }) : t('sync.complete.undo');
  if (status === 'finished') return t(`sync.complete.${scope}`);
  if (failures.length > 0) return t('sync.partly.classes', { count: failures.length });
  return refused > 0 ? t('sync.partly.refused', { count: refused }) : t('sync.partly.because', { reason: failure ? inWords(t, failure) : '' });
}

/** Returns the question of a paused run, in words; null if there is none left. */
function questionOf(t: Words, questions: RunRow['questions']): string | null {
  const [first] = questions;
  if (!first) return null;
  const partOf = (kind: EndKind) => t(`sync.ends.${kind}`, { count: questions.reduce((sum, one) => sum + (one.kind === kind ? one.count : 0), 0) });
  const things = [...new Set(questions.map(({ kind }) => kind))].map(partOf).join(', ');
  const classes = new Set(questions.map(({ class_name }) => class_name)).size;
  return classes === 1 ? t('sync.question.ends', { name: first.class_name, things }) : t('sync.question.endsMany', { count: classes, things });
}

/** Loads runs as somebody sees them, with or without the right to act on them. */
export async function loadRunViews(db: Db, t: Words, rows: readonly RunRow[], mayAct: (run: RunRow) => boolean): Promise<SyncRunView[]> {
  const failures =
    rows.length > 0
      ? await listFailures(
          db,
          rows.map(({ id }) => id),
        )
      : [];
  return rows.map((run) => {
    const mine = failures.filter(({ run_id }) => run_id === run.id);
    const {
      id,
      scope,
      course_id,
      course_name,
      account_id,
      account_name,
      begun_by,
      mode,
      status,
      made,
      changed,
      ended,
      sent,
      refused,
      conflicts,
      classes,
      classes_done,
      calls,
      questions,
    } = run;
    const isLive = LIVE.includes(status);
    return {
      ...{ id, scope, course_id, course_name, account_id, account_name, begun_by, mode, status, classes, classes_done, calls },
      counts: { made, changed, ended, sent, refused, conflicts },
      waits_until: isLive ? (run.waits_until?.toISOString() ?? null) : null,
      message: messageOf(t, run, mine),
      failures: mine.map(({ class_name, failure }) => ({ class_name, message: inWords(t, failure) })),
      question: status === 'paused' ? questionOf(t, questions) : null,
      by: run.by_name,
      created_at: run.created_at.toISOString(),
      finished_at: run.finished_at?.toISOString() ?? null,
      can_apply: mayAct(run) && ((mode === 'preview' && status === 'finished' && !run.is_done) || status === 'paused'),
      can_cancel: mayAct(run) && isLive,
      can_undo: mayAct(run) && !isLive && run.has_undoable,
    };
  });
}

/** Returns a value of a change in readable form. */
export function valueInWords(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : JSON.stringify(value);
}

const FIELDS = [
  'assignees',
  'name',
  'section',
  'room',
  'heading',
  'description',
  'state',
  'role',
  'title',
  'text',
  'due',
  'points',
  'topic',
  'scheduled',
  'draftGrade',
  'assignedGrade',
  'answer',
  'deleted',
  'link',
] as const;

/** Returns the name of a field; '' if the whole thing is meant. */
export const fieldInWords = (t: Words, field: string): string => {
  const known = FIELDS.find((one) => one === field);
  return known ? t(`sync.field.${known}`) : field;
};

export const toChangeView = (t: Words, row: ChangeRow): SyncChangeView => ({
  ...{ id: row.id, kind: row.kind, subject: row.subject, course_name: row.course_name, action: row.action, direction: row.direction, outcome: row.outcome },
  field: fieldInWords(t, row.field),
  before: valueInWords(row.before),
  after: valueInWords(row.after),
  reason: row.reason === null ? null : inWords(t, row.reason),
  at: row.at.toISOString(),
});
