import type { MessageKey, RosterSourceReadView, RosterSourceView, Translate } from '@classwright/contract';
import { COLLECTION_NAMES } from './collections.ts';
import type { ReadRow } from './read-queries.ts';
import type { SourceRow } from './source-queries.ts';
import type { StoredSourceError } from './source-error.ts';

type T = Translate<MessageKey>;

/** Returns the message about an error and its remedy. */
export function toErrorMessage({ problem, params }: StoredSourceError, t: T): string {
  if (problem === 'roster') return t('rosterSources.trouble.roster', { why: t(`rosters.file.${params['why']}` as MessageKey, params as never) });
  const words = Object.entries(params).map(([name, value]) => {
    if (typeof value === 'string' && value.startsWith('@')) return [name, t(`rosterSources.what.${value.slice(1)}` as MessageKey)];
    return [name, value];
  });
  return t(`rosterSources.trouble.${problem}` as MessageKey, Object.fromEntries(words) as never);
}

/** Returns the current outcome: the preview of a reading may have been applied, dropped, undone or deleted since. */
export function outcomeOf({ outcome, shown }: ReadRow): RosterSourceReadView['outcome'] {
  if ((outcome !== 'preview' && outcome !== 'asks' && outcome !== 'applied') || shown === 'preview') return outcome;
  return shown === null || shown === 'dropped' ? 'dropped' : 'applied';
}

function messageOf(row: ReadRow, t: T): string {
  const { status, trouble, waits_until: until, step, records } = row;
  switch (status) {
    case 'waiting':
      return t('rosterSources.says.waiting');
    case 'running': {
      if (until !== null) return t('rosterSources.says.quota');
      if (trouble !== null && trouble.problem !== 'quota') return t('rosterSources.says.again', { why: toErrorMessage(trouble, t) });
      const name = COLLECTION_NAMES[step];
      return name === undefined
        ? t('rosterSources.says.comparing')
        : t('rosterSources.says.running', { what: t(`rosterSources.what.${name}`), count: records });
    }
    case 'finished': {
      if (row.shown === 'stopped') return t('rosterSources.says.stopped');
      const outcome = outcomeOf(row) ?? 'preview';
      if (row.faults === 0 || outcome === 'dropped') return t(`rosterSources.says.${outcome}`);
      return `${t(outcome === 'nothing' ? 'rosterSources.says.nothingElse' : `rosterSources.says.${outcome}`)} ${t('rosterSources.says.faults', { count: row.faults })}`;
    }
    case 'failed':
      return toErrorMessage(trouble ?? { problem: 'failedHere', params: {} }, t);
    case 'cancelled':
      return t('rosterSources.says.cancelled');
  }
}

/** Returns true when the outcome needs a person's attention. */
function needsLook(row: ReadRow): boolean {
  const outcome = outcomeOf(row);
  return row.status === 'failed' || outcome === 'asks' || row.shown === 'stopped' || (row.faults > 0 && outcome !== 'dropped');
}

const instant = (value: Date | string | null): string | null => (value === null ? null : new Date(value).toISOString());

export function toReadView(row: ReadRow, t: T): RosterSourceReadView {
  const { id, mode, status, records, import_id, account_name } = row;
  return {
    ...{ id, mode, status, outcome: outcomeOf(row), needs_look: needsLook(row), records, import_id, account_name, message: messageOf(row, t) },
    ...{ waits_until: instant(row.waits_until), created_at: instant(row.created_at) as string, finished_at: instant(row.finished_at) },
  };
}

/** Builds the view of a source, without its secret. */
export function toSourceView(row: SourceRow, t: T): RosterSourceView {
  const {
    id,
    school_id,
    school_name,
    name,
    service_url,
    token_url,
    version,
    client_id,
    org_id,
    schedule,
    night_does,
    create_accounts,
    bring_guardians,
    keeper_name,
  } = row;
  return {
    ...{
      id,
      school_id,
      school_name,
      name,
      service_url,
      token_url,
      version,
      client_id,
      org_id,
      schedule,
      night_does,
      create_accounts,
      bring_guardians,
      keeper_name,
    },
    last_read: row.last_read && toReadView(row.last_read, t),
  };
}
