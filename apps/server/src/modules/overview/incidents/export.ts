import { incidentExport, type MessageKey, MAX_INCIDENT_ROWS, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appNow } from '../../../platform/clock.ts';
import { createDateWriter } from '../../../platform/dates.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { FileAnswer, implement, type Implementation } from '../../../platform/http/index.ts';
import { writeWorkbook, XLSX_TYPE } from '../../../platform/spreadsheets/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import { type LetterRow, listForLetters } from './people-queries.ts';
import { requireIncident } from './require.ts';
import { loadSpan } from './span.ts';

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

/** Exports the people of an incident for letters, which the audit trail and the readings record. */
export function implementIncidentExport({ access, t }: { access: AccessEngine; t: Translate<MessageKey> }): Implementation {
  return implement(incidentExport, async ({ tx: db, actor, input: { id, list }, requestId }) => {
    const incident = await requireIncident(db, actor.reach, id);
    const rows = await listForLetters(db, list, await loadSpan(db, access, incident), MAX_INCIDENT_ROWS);
    const after = { name: incident.title, list, people: rows.length };
    await inTransaction(db, (tx) => audit(tx, actor, { action: incidentExport.name, subjectType: 'incident', subjectId: id, after, requestId }));
    const columns = COLUMNS.map(([key, width]) => ({ title: t(key), width }));
    const clock = createDateWriter('isoSecond', incident.time_zone);
    const content = writeWorkbook([{ name: t('incidents.export.sheet'), columns, rows: rows.map((row) => toCells(row, clock, t)) }]);
    const day = (await appNow(db)).toISOString().slice(0, 10);
    return new FileAnswer({ name: `incident-${id}-${list}-${day}.xlsx`, type: XLSX_TYPE, content, people: rows.map((row) => row.account_id) });
  });
}

function toCells(row: LetterRow, clock: (at: Date) => string, t: Translate<MessageKey>): string[] {
  const { first_name, last_name, email, guardians, guardian_emails, classes, first_at, last_at } = row;
  const inWords = classes.map((one) => t(`readings.class.${one}`)).join(', ');
  return [first_name, last_name, email, guardians ?? '', guardian_emails ?? '', inWords, first_at ? clock(first_at) : '', last_at ? clock(last_at) : ''];
}
