/**
 * Reads the audit trail: who changed which record, when, from what to what, and who looked at whose.
 *
 * Invariants: `platform/audit` writes entries in the transaction of the change that they record; they are never changed
 * or deleted, which the database refuses; people who do not span the installation see only what people of their school
 * did.
 */
import { auditBlocks, auditList, type MessageKey, type Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { implement } from '../../../platform/http/index.ts';
import { readBlock } from '../../../platform/keyset-queries.ts';
import { toPagination } from '../../../platform/lists.ts';
import { implementAuditExport } from './export.ts';
import { auditBlockSource, listAuditEntries, listKinds } from './queries.ts';
import { toSearch } from './search.ts';
import { describeAction } from './sentence.ts';
import { labelOf, loadAuditEntryViews } from './views.ts';

export { listEntriesAbout } from './queries.ts';
export { loadAuditEntryViews } from './views.ts';

export function auditModule({ t }: { t: Translate<MessageKey> }): Manifest {
  const implementations = [
    implementAuditExport({ t }),
    implement(auditBlocks, async ({ tx, input, actor }) => {
      const { data, ...block } = await readBlock(tx, input, auditBlockSource(await toSearch(tx, actor, input)));
      return { ...block, data: await loadAuditEntryViews(tx, actor.reach, data, t) };
    }),
    implement(auditList, async ({ tx, input, actor }) => {
      const search = await toSearch(tx, actor, input);
      const { rows, total } = await listAuditEntries(tx, search, input);
      const subjectTypes = await listKinds(tx, 'subject_type');
      const actions = await listKinds(tx, 'action');
      return {
        data: await loadAuditEntryViews(tx, actor.reach, rows, t),
        pagination: toPagination(input, total),
        subject_types: subjectTypes.map((name) => ({ name, label: labelOf(name, t) })),
        actions,
        action_labels: Object.fromEntries(actions.map((name) => [name, describeAction(name, labelOf(name.slice(0, name.indexOf('.')), t), t)])),
        time_zone: search.timeZone,
      };
    }),
  ];
  return { implementations };
}
