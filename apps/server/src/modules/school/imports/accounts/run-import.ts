import type { ImportResolution } from '@classwright/contract';
import { auditMany } from '../../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import type { Person } from '../../../../platform/http/index.ts';
import type { Jobs } from '../../../../platform/jobs/index.ts';
import { guardAccess, requireGrantableRoles, upsertAccountRoles } from '../../../people/access/index.ts';
import { insertAccounts, mailLinks } from '../../../people/accounts/index.ts';
import { checkFile } from './judge-file.ts';
import type { JudgedRow } from './judge-row.ts';
import { loadLookups, type Lookups, NEW_SCHOOL } from './lookups.ts';
import { toNameKey } from '../suggest-names.ts';
import type { HeldImport } from '../import-definition.ts';
import { type OutcomeRow, updateImport } from '../queries.ts';
import { resolutionsOf } from './resolutions.ts';
import { importWhole, type Report, storePreview } from '../whole-or-nothing.ts';

/** Creates a school on behalf of somebody. @throws NOT_ALLOWED without the right */
export type MakeSchool = (tx: Tx, person: Person, name: string, requestId: string) => Promise<number>;

export interface ImportMeans {
  mailer: LinkMailer;
  makeSchool: MakeSchool;
}

/** The means to send links by email, or null if the server sends no email. */
export type LinkMailer = { jobs: Jobs } | null;

const outcomeOf = ({ problems, plan }: JudgedRow): OutcomeRow['outcome'] => (problems.length > 0 ? 'error' : plan ? 'create' : 'exists');

/** Reports row by row what an import would do, without doing it. @throws VALIDATION_FAILED at `file` */
export async function previewAccounts(tx: Tx, { row: { id, options }, bytes, person }: Omit<HeldImport, 'requestId'>): Promise<void> {
  const lookups = await loadLookups(tx, person, resolutionsOf({ options }));
  async function* outcomes(): AsyncGenerator<OutcomeRow[]> {
    for await (const batch of checkFile(tx, bytes, lookups)) yield batch.map(({ plan, ...row }) => ({ ...row, outcome: outcomeOf({ plan, ...row }) }));
  }
  await storePreview(tx, id, outcomes());
}

/**
 * Creates the accounts of a file: all of them, or none while a row has an error and the import is not partial. Roles are
 * granted last, so that people who change access wait only briefly. @throws VALIDATION_FAILED at `file`
 */
export async function applyAccounts(db: Db, held: HeldImport, means: ImportMeans): Promise<'finished' | 'refused'> {
  return importWhole(db, held.row, (tx, report) => makeAccounts(tx, held, means, report));
}

async function makeAccounts(
  tx: Tx,
  { row: imported, bytes, person, requestId }: HeldImport,
  { mailer, makeSchool }: ImportMeans,
  report: Report,
): Promise<void> {
  const resolutions = resolutionsOf(imported);
  const given: { accountIds: number[]; roleIds: number[] } = { accountIds: [], roleIds: [] };
  const known = await loadLookups(tx, person, resolutions);
  const madeSchools: number[] = [];
  const meant = await makeSchools(resolutions, known, async (name) => {
    const id = await makeSchool(tx, person, name, requestId);
    madeSchools.push(id);
    return id;
  });
  for await (const batch of checkFile(tx, bytes, meant === resolutions ? known : await loadLookups(tx, person, meant))) {
    const plans = batch.flatMap(({ plan }) => (plan ? [plan] : []));
    const created = report.isPointless ? null : await insertAccounts(tx, plans);
    await report.add(
      batch.map((judged) => {
        const { row, cells, accountId, problems, notes, plan } = judged;
        const id = plan ? created?.get(plan.email_key) : undefined;
        const outcome = plan && created && id === undefined ? 'exists' : outcomeOf(judged);
        if (outcome !== 'create' || !plan || id === undefined) return { row, cells, outcome, accountId, problems, notes };
        given.accountIds.push(id);
        given.roleIds.push(plan.role_id);
        return { row, cells: {}, outcome, accountId: id, problems, notes }; // the account itself says who it is
      }),
    );
  }
  if (report.isPointless) return;
  await updateImport(tx, imported.id, { made_school_ids: madeSchools });
  await guardAccess(tx, person, async () => {
    await requireGrantableRoles(tx, person, [...new Set(given.roleIds)]);
    await upsertAccountRoles(tx, given.accountIds, given.roleIds);
  });
  await auditMany(
    tx,
    person,
    { action: 'import.account', subjectType: 'account', after: { import_id: imported.id, file_name: imported.file_name }, requestId },
    given.accountIds,
  );
  if (imported.sends_links && mailer) await mailLinks(tx, mailer.jobs, given.accountIds, 'new', requestId);
}

/**
 * Creates the schools that the resolutions request, each once, and returns the resolutions with their ids. A school
 * that somebody has created since is used.
 */
async function makeSchools(
  resolutions: readonly ImportResolution[],
  { schools }: Lookups,
  make: (name: string) => Promise<number>,
): Promise<readonly ImportResolution[]> {
  if (!resolutions.some(({ to }) => to === 'create')) return resolutions;
  const made = new Map<string, number>();
  const meant: ImportResolution[] = [];
  for (const resolution of resolutions) {
    const key = toNameKey(resolution.value);
    if (resolution.to !== 'create' || schools.resolved.get(key)?.id !== NEW_SCHOOL) {
      meant.push(resolution);
      continue;
    }
    const id = made.get(key) ?? schools.byKey.get(key)?.id ?? (await make(resolution.value.trim()));
    made.set(key, id);
    meant.push({ ...resolution, to: id });
  }
  return meant;
}
