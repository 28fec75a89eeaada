import { auditExport, type MessageKey, MAX_AUDIT_ROWS, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appNow } from '../../../platform/clock.ts';
import { createDateWriter } from '../../../platform/dates.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { FileAnswer, implement, type Implementation } from '../../../platform/http/index.ts';
import { readBlock } from '../../../platform/keyset-queries.ts';
import { writeWorkbook, XLSX_TYPE } from '../../../platform/spreadsheets/index.ts';
import { auditBlockSource, type AuditSearch, listActors } from './queries.ts';
import { toSearch } from './search.ts';
import { changesInWords, loadAuditEntryViews } from './views.ts';

const ROWS_AT_ONCE = 1000;

const COLUMNS = [
  ['audit.when', 22],
  ['audit.who', 24],
  ['audit.export.email', 30],
  ['audit.export.school', 24],
  ['audit.said', 60],
  ['audit.kind', 18],
  ['audit.export.whom', 12],
  ['audit.action', 26],
  ['audit.changes', 80],
] as const satisfies readonly (readonly [MessageKey, number])[];

/**
 * Exports the entries that a search of the trail finds as a spreadsheet, written as it is read. The export itself is
 * recorded in the trail.
 */
export function implementAuditExport({ t }: { t: Translate<MessageKey> }): Implementation {
  return implement(auditExport, async ({ tx: db, actor, input, requestId }) => {
    const search = await toSearch(db, actor, input);
    await inTransaction(db, (tx) => audit(tx, actor, { action: auditExport.name, subjectType: 'audit', subjectId: null, after: input, requestId }));
    const columns = COLUMNS.map(([key, width]) => ({ title: key === 'audit.when' ? `${t(key)} (${search.timeZone})` : t(key), width }));
    const content = writeWorkbook([{ name: t('audit.export.sheet'), columns, rows: rowsOf(db, search, t) }]);
    const day = (await appNow(db)).toISOString().slice(0, 10);
    return new FileAnswer({ name: `audit-${day}.xlsx`, type: XLSX_TYPE, content, people: () => listActors(db, search, MAX_AUDIT_ROWS) });
  });
}

async function* rowsOf(db: Db, search: AuditSearch, t: Translate<MessageKey>): AsyncGenerator<string[]> {
  const clock = createDateWriter('isoSecond', search.timeZone);
  const source = auditBlockSource(search);
  let after: string | null | undefined;
  for (let count = 0; count < MAX_AUDIT_ROWS; count += ROWS_AT_ONCE) {
    const { data, cursors } = await readBlock(db, { ...(after && { after }), skip: 0, limit: ROWS_AT_ONCE }, source);
    for (const entry of await loadAuditEntryViews(db, search.reach, data, t)) {
      const { account_name, email, school_name, sentence, subject_label, subject_id, action } = entry;
      const whom = subject_id === null ? '' : String(subject_id);
      yield [
        clock(new Date(entry.at)),
        account_name ?? t('audit.server'),
        email ?? '',
        school_name ?? '',
        sentence,
        subject_label,
        whom,
        action,
        changesInWords(entry, t),
      ];
    }
    after = cursors.after;
    if (after === null) return;
  }
  yield [t('audit.export.rest', { most: MAX_AUDIT_ROWS })];
}
