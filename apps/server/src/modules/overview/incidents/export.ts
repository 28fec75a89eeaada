import { incidentExport, type MessageKey, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appNow } from '../../../platform/clock.ts';
import { createDateWriter } from '../../../platform/dates.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { FileAnswer, implement, type Implementation } from '../../../platform/http/index.ts';
import { writeWorkbook, XLSX_TYPE } from '../../../platform/spreadsheets/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { findAddresses, listAllPeople, type ListedRow } from './people-queries.ts';
import { requireIncident } from './require.ts';
import { loadSpan } from './span.ts';

const ROWS_AT_ONCE = 1000;

const COLUMNS = [
  ['account.field.firstName', 20],
  ['account.field.lastName', 20],
  ['incidents.email', 34],
  ['incidents.guardians', 34],
  ['incidents.guardianEmails', 40],
  ['incidents.classes', 40],
  ['incidents.firstAt', 22],
  ['incidents.lastAt', 22],
] as const satisfies readonly (readonly [MessageKey, number])[];

/**
 * Exports all people of an incident for letters, which the audit trail and the readings record. Their addresses are read
 * while the file is written.
 */
export function implementIncidentExport({ access, t }: { access: AccessEngine; t: Translate<MessageKey> }): Implementation {
  return implement(incidentExport, async ({ tx: db, actor, input: { id, list }, requestId }) => {
    const incident = await requireIncident(db, actor.reach, id);
    const rows = await listAllPeople(db, list, await loadSpan(db, access, incident));
    const after = { name: incident.title, list, people: rows.length };
    await inTransaction(db, (tx) => audit(tx, actor, { action: incidentExport.name, subjectType: 'incident', subjectId: id, after, requestId }));
    const columns = COLUMNS.map(([key, width]) => ({ title: t(key), width }));
    const clock = createDateWriter('isoSecond', incident.time_zone);
    const content = writeWorkbook([
      { name: t('incidents.export.sheet'), columns, rows: cellsOf(db, { schoolId: incident.school_id, people: rows, clock }, t) },
    ]);
    const day = (await appNow(db)).toISOString().slice(0, 10);
    return new FileAnswer({ name: `incident-${id}-${list}-${day}.xlsx`, type: XLSX_TYPE, content, people: rows.map((row) => row.account_id) });
  });
}

interface Letters {
  schoolId: number;
  people: readonly ListedRow[];
  clock: (at: Date) => string;
}

async function* cellsOf(db: Db, { schoolId, people, clock }: Letters, t: Translate<MessageKey>): AsyncGenerator<string[]> {
  for (let at = 0; at < people.length; at += ROWS_AT_ONCE) {
    const some = people.slice(at, at + ROWS_AT_ONCE);
    const addresses = await findAddresses(
      db,
      schoolId,
      some.map(({ account_id }) => account_id),
    );
    for (const { account_id, classes, first_at, last_at } of some) {
      const address = addresses.get(account_id);
      if (!address) continue; // erased or moved since
      const { first_name, last_name, email, guardians, guardian_emails } = address;
      const inWords = classes.map((one) => t(`readings.class.${one}`)).join(', ');
      yield [first_name, last_name, email, guardians ?? '', guardian_emails ?? '', inWords, first_at ? clock(first_at) : '', last_at ? clock(last_at) : ''];
    }
  }
}
