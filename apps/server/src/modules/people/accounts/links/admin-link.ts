import { audit } from '../../../../platform/audit/index.ts';
import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import { toEmailKey } from '../email.ts';
import { fullName } from '../views.ts';
import { makeLink } from './make-link.ts';
import { listAdministrators } from './queries.ts';

export type AdminLink = { url: string; name: string; email: string } | { emails: string[] };

/**
 * Creates a one-time link for an administrator who forgot the password, or lost the second factor, to choose another password; using
 * it ends the factors. Only people with access
 * to the machine can run it. `email` null: uses the only administrator. When nobody matches, returns the addresses of
 * the administrators.
 */
export async function makeAdminLink(db: Db, origin: string, email: string | null, requestId: string): Promise<AdminLink> {
  return inTransaction(db, async (tx) => {
    const all = await listAdministrators(tx);
    const fitting = email === null ? all : all.filter((account) => account.email_key === toEmailKey(email));
    const [account, another] = fitting;
    if (!account || another) return { emails: all.map((one) => one.email) };
    const { url } = await makeLink(tx, account.id, origin, 'reset', { endsFactors: true });
    await audit(tx, { accountId: null, schoolId: account.school_id }, { action: 'admin.link', subjectType: 'account', subjectId: account.id, requestId });
    return { url, name: fullName(account), email: account.email };
  });
}
