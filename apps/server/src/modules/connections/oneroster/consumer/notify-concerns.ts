import { asMessage, type MessageKey } from '@classwright/contract';
import { inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { can } from '../../../../platform/http/index.ts';
import { type JobKind, scheduledJob } from '../../../../platform/jobs/index.ts';
import { EVERYWHERE, isWithin } from '../../../../platform/reach.ts';
import { listAdministrators } from '../../../people/access/index.ts';
import { findActingPerson } from '../../../school/imports/index.ts';
import type { ConsumerDependencies } from './consumer-dependencies.ts';
import { listNotifiableSources, lockSource, saveReportedConcern, type SourceRow } from './source-queries.ts';
import { outcomeOf } from './views.ts';

/** A concern about a source's nightly readings that needs a person. */
interface Concern {
  what: Extract<MessageKey, `notification.roster-source.${string}`>;
  /** The detail that distinguishes concerns: a different one is reported again. */
  detail: string;
  path: string;
}

/**
 * Returns the concern about a source's nightly readings; null if there is none, `same` while a reading or import runs.
 * A reading started by hand counts as seen.
 */
function concernOf({ schedule, account_id: accountId, last_read: read }: SourceRow): Concern | null | 'same' {
  if (schedule === 'off') return null;
  if (accountId === null) return { what: 'notification.roster-source.nobody', detail: '', path: '/rosters' };
  if (read?.status === 'waiting' || read?.status === 'running' || read?.shown === 'doing') return 'same';
  if (read?.mode !== 'nightly' || read.status === 'cancelled') return null;
  if (read.status === 'failed') return { what: 'notification.roster-source.failed', detail: JSON.stringify(read.trouble), path: '/rosters' };
  const path = read.import_id === null ? '/rosters' : `/rosters?roster=${read.import_id}`;
  const outcome = outcomeOf(read);
  if (outcome === 'asks' || outcome === 'preview') return { what: `notification.roster-source.${outcome}`, detail: read.shown_as ?? '', path };
  if (read.shown === 'stopped') return { what: 'notification.roster-source.stopped', detail: String(read.left_rows), path };
  return read.faults > 0 && outcome !== 'dropped' ? { what: 'notification.roster-source.faults', detail: String(read.faults), path } : null;
}

const keyOf = (sourceId: number): string => `roster-source:${sourceId}`;

/**
 * Notifies the people who manage a school's rosters of concerns about its nightly readings: once, not every night; a
 * resolved concern is withdrawn.
 */
export function concernNotificationJob({ backgroundDb: db, access, notifier, log }: ConsumerDependencies): JobKind<never> {
  async function tell(tx: Tx, id: number): Promise<void> {
    const source = await lockSource(tx, id, EVERYWHERE);
    const concern = source ? concernOf(source) : null;
    if (concern === 'same') return;
    if (!(await saveReportedConcern(tx, id, concern && `${concern.what} ${concern.detail}`))) return;
    if (!source || !concern) return notifier.withdraw(tx, keyOf(id));
    const params = { title: source.name, what: asMessage(concern.what) };
    await notifier.notify(tx, { kind: 'roster-source', key: keyOf(id), accountIds: await listWhoSees(tx, source), params, path: concern.path });
  }

  /** Lists administrators and the person who saved the source, if they can manage it now. */
  async function listWhoSees(tx: Tx, { account_id: keeper, school_id: schoolId }: SourceRow): Promise<number[]> {
    const asked = new Set([...(await listAdministrators(tx)), ...(keeper === null ? [] : [keeper])]);
    const seeing: number[] = [];
    for (const id of asked) {
      const person = await findActingPerson(tx, access, id);
      if (person && can(person, 'rosters', 'edit') && isWithin(person.reach, schoolId)) seeing.push(id);
    }
    return seeing;
  }

  return scheduledJob('rosterSource.tell', 15, async () => {
    for (const id of await listNotifiableSources(db))
      await inTransaction(db, (tx) => tell(tx, id)).catch((error: unknown) => log.warn({ err: error, source: id }, 'what waits at a source was not told'));
  }) as JobKind<never>;
}
