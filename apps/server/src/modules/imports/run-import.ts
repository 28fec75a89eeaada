import { auditMany } from '../../platform/audit/index.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import { guardAccess, type Person, requireGrantableRoles, upsertAccountRoles } from '../access/index.ts';
import { insertAccounts, LINK_MAIL } from '../accounts/index.ts';
import { judgeFile } from './judge-file.ts';
import type { JudgedRow } from './judge-row.ts';
import { loadLookups } from './lookups.ts';
import type { OutcomeRow } from './queries.ts';
import { importWhole, type Report, storePreview } from './whole-or-nothing.ts';

export interface ImportTask {
  importId: number;
  bytes: Buffer;
  person: Person;
  fileName: string;
  isPartial: boolean;
  sendsLinks: boolean;
  requestId: string;
}

/** Null where the school's server sends no mail. */
export type LinkMailer = { jobs: Jobs } | null;

const outcomeOf = ({ problems, plan }: JudgedRow): OutcomeRow['outcome'] => (problems.length > 0 ? 'error' : plan ? 'create' : 'exists');

/** Says row by row what an import would do, and does nothing. @throws VALIDATION_FAILED at `file` */
export async function previewImport(tx: Tx, { importId, bytes, person }: Pick<ImportTask, 'importId' | 'bytes' | 'person'>): Promise<void> {
  const lookups = await loadLookups(tx, person);
  async function* outcomes(): AsyncGenerator<OutcomeRow[]> {
    for await (const batch of judgeFile(tx, bytes, lookups)) yield batch.map(({ plan, ...row }) => ({ ...row, outcome: outcomeOf({ plan, ...row }) }));
  }
  await storePreview(tx, importId, outcomes());
}

/**
 * Makes the accounts of a file: all of them, or, as long as a row has an error and `isPartial` is not set, none. Roles are
 * given last, so that whoever changes access waits for a moment only.
 * @throws VALIDATION_FAILED at `file`
 */
export async function applyImport(db: Db, task: ImportTask, mailer: LinkMailer): Promise<'finished' | 'refused'> {
  return importWhole(db, task, (tx, report) => makeAccounts(tx, task, mailer, report));
}

async function makeAccounts(
  tx: Tx,
  { importId, bytes, person, fileName, sendsLinks, requestId }: ImportTask,
  mailer: LinkMailer,
  report: Report,
): Promise<void> {
  const given: { accountIds: number[]; roleIds: number[] } = { accountIds: [], roleIds: [] };
  for await (const batch of judgeFile(tx, bytes, await loadLookups(tx, person))) {
    const plans = batch.flatMap(({ plan }) => (plan ? [plan] : []));
    const made = report.isPointless ? null : await insertAccounts(tx, plans);
    await report.add(
      batch.map((judged) => {
        const { row, cells, accountId, problems, plan } = judged;
        const id = plan ? made?.get(plan.email_key) : undefined;
        const outcome = plan && made && id === undefined ? 'exists' : outcomeOf(judged);
        if (outcome !== 'create' || !plan || id === undefined) return { row, cells, outcome, accountId, problems };
        given.accountIds.push(id);
        given.roleIds.push(plan.role_id);
        return { row, cells: {}, outcome, accountId: id, problems };
      }),
    );
  }
  if (report.isPointless) return;
  await guardAccess(tx, person, async () => {
    await requireGrantableRoles(tx, person, [...new Set(given.roleIds)]);
    await upsertAccountRoles(tx, given.accountIds, given.roleIds);
  });
  await auditMany(
    tx,
    person,
    { action: 'import.account', subjectType: 'account', after: { import_id: importId, file_name: fileName }, requestId },
    given.accountIds,
  );
  if (sendsLinks && mailer)
    await mailer.jobs.enqueue(
      tx,
      LINK_MAIL,
      given.accountIds.map((account_id) => ({ account_id, reason: 'new' })),
    );
}
