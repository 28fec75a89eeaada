import { type MessageKey, ROSTER_CHOICES, ROSTER_KINDS, type RosterImportView, type RosterRowView, type Translate } from '@classwright/contract';
import { CLASS_FIELDS } from './preview/preview-classes.ts';
import type { Relation, RowMessage } from './read/roster.ts';
import { computeRowsToDo, noCounts, type RosterImport, type RosterRow, type RowOffers } from './queries.ts';

type T = Translate<MessageKey>;

/** Builds the view of a roster for people who manage it. */
export function toRosterView(row: RosterImport, t: T): RosterImportView {
  const { id, file_name, schools, status, counts, total_rows, done_rows, failed_rows, many_ends, offers } = row;
  const isOver = status === 'finished' || status === 'partly' || status === 'failed' || status === 'cancelled';
  return {
    ...{ id, file_name, schools, status, total_rows, done_rows, failed_rows, meetings: row.meetings },
    many_ends: many_ends.map(({ name, ending, current, of }) => ({ name: of === 'ties' ? t('rosters.guardiansOf', { school: name }) : name, ending, current })),
    counts: withAllOutcomes(counts),
    from: row.source_id === null ? 'file' : 'source',
    format: row.format === null ? '' : t(`rosters.format.${row.format}`, { version: row.version }).trim(),
    reading: status === 'reading' ? { done: Number(row.read_done), total: Number(row.read_total) } : null,
    account_name: row.account_name || null,
    remarks: row.remarks.map(({ code, params }) => {
      const { file } = params;
      return t(`rosters.remark.${code}` as MessageKey, typeof file === 'string' ? { ...params, file: fileOf(file, row, t) } : params);
    }),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    message: messageOf(row, t),
    offers: offers && { name: offers.name, email: offers.email, same: offers.same },
    can_apply: status === 'preview' && computeRowsToDo(counts, { withWaiting: true }) + (offers?.corrects ?? 0) > 0,
    can_cancel: !isOver,
    can_undo: isOver && done_rows > 0 && !row.is_too_old && (row.undo_status === null || row.undo_status === 'failed'),
    undo: undoOf(row, t),
  };
}

/** Adds zero counts for outcomes that older previews did not have. */
const withAllOutcomes = (counts: RosterImport['counts']): RosterImport['counts'] => {
  const none = noCounts();
  for (const kind of ROSTER_KINDS) Object.assign(none[kind], counts[kind]);
  return none;
};

function messageOf(row: RosterImport, t: T): string {
  const { status, counts, total_rows: total, done_rows: done, failed_rows: failed, failure } = row;
  switch (status) {
    case 'reading':
      return t('rosters.says.reading');
    case 'columns':
      return t('rosters.says.unknown');
    case 'preview':
      if (total === 0 && (row.meetings?.undecided ?? 0) > 0) return t('rosters.says.undecided', { count: row.meetings?.undecided ?? 0 });
      if (total === 0 && computeRowsToDo(counts, { withWaiting: true }) > 0) return t('rosters.says.waits');
      if (total === 0 && Object.values(counts).some(({ error, not_taken }) => error + not_taken > 0)) return t('rosters.says.none');
      if (total === 0 && row.remarks.some(({ code }) => code === 'emptyTable')) return t('rosters.says.emptyTable');
      return total === 0 ? t('rosters.says.nothing') : t('rosters.says.preview', { count: total });
    case 'waiting':
      return t('rosters.says.waiting');
    case 'running':
      return t('rosters.says.running', { done, total });
    case 'finished':
      return t('rosters.says.finished', { count: done });
    case 'partly':
      return t('rosters.says.partly', { done: done - failed, count: failed });
    case 'failed':
      if (row.format === null) return t((failure ?? 'rosters.file.notRead') as MessageKey, row.failure_params);
      return t('rosters.says.failed', { done, total, why: t((failure ?? 'rosters.failed') as MessageKey, row.failure_params) });
    case 'cancelled':
      return done === 0 ? t('rosters.dropped') : t('rosters.says.cancelled', { done, total });
  }
}

function undoOf({ undo_status: status, undo_left: left, undo_stays: stays }: RosterImport, t: T): RosterImportView['undo'] {
  if (status === null) return null;
  const words = { waiting: t('rosters.undo.under'), running: t('rosters.undo.under'), failed: t('rosters.undo.failed') } as const;
  const message = status !== 'finished' ? words[status] : stays === 0 ? t('rosters.undo.all') : t('rosters.undo.stays', { count: stays });
  return { status, left, stays, message };
}

function saidInWords({ code, params, value }: RowMessage, t: T): string {
  return t(`rosters.said.${code}` as MessageKey, { value, ...params });
}

/** Columns that no file has, which have their own names in the catalog. */
const OWN_COLUMNS = ['name', 'section', 'subject', 'room', 'email', 'role', 'school', 'status', 'username'] as const;

function columnOf(column: string, t: T): string {
  const own = OWN_COLUMNS.find((known) => known === column);
  return own ? t(`rosters.column.${own}`) : column;
}

/**
 * Returns the name of a file; for a source, the name of the collection, which is a file of that name during the
 * comparison.
 */
const fileOf = (file: string, { source_id: sourceId }: Pick<RosterImport, 'source_id'>, t: T): string =>
  sourceId === null || file === '' ? file : t(`rosterSources.what.${file.replace(/\.csv$/, '')}` as MessageKey);

export function toRosterRowView(row: RosterRow, roster: Pick<RosterImport, 'source_id'>, t: T): RosterRowView {
  const { number, kind, outcome, external_id, line, name, role, local_id } = row;
  const detail =
    kind === 'tie' && row.detail !== ''
      ? t(`rosters.tieOf.${(row.fields?.['relation'] as Relation | undefined) ?? 'other'}`, { child: row.detail })
      : row.detail;
  return {
    ...{ number, kind, outcome, external_id, file: fileOf(row.file, roster, t), line, name, detail, role, local_id },
    changes: changesInWords(row, t),
    said: (row.said ?? []).map((said) => ({ column: columnOf(said.column, t), value: said.value, code: said.code, message: saidInWords(said, t) })),
    note: noteOf(row, t),
    choices: ROSTER_CHOICES.filter((choice) => choice in ((row.fields?.['offers'] ?? {}) as RowOffers)).map((choice) => ({
      choice,
      chosen: row.choice[choice] === true,
    })),
  };
}

const CHANGED = [...CLASS_FIELDS, 'role', 'relation', 'sessions'] as const;

function changesInWords({ fields }: RosterRow, t: T): RosterRowView['changes'] {
  const changes = (fields?.['changes'] ?? {}) as Partial<Record<(typeof CHANGED)[number], { before: string | string[]; after: string | string[] }>>;
  const inWords = (field: string, value: string | string[]): string =>
    Array.isArray(value) ? value.join(', ') : field === 'role' ? t(value === 'TEACHER' ? 'rosters.role.TEACHER' : 'rosters.role.STUDENT') : value;
  return CHANGED.flatMap((field) => {
    const change = changes[field];
    return change ? [{ field: t(`rosters.column.${field}`), before: inWords(field, change.before), after: inWords(field, change.after) }] : [];
  });
}

function noteOf({ state, why }: RosterRow, t: T): string | null {
  if (state === 'gone') return t('rosters.state.gone');
  if (state === 'was_there') return t('rosters.state.was_there');
  return why === null || state === null ? null : t(`rosters.why.${why}` as MessageKey);
}
