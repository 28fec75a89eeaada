import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Site, Sites } from '../../../platform/sites.ts';
import { findSchoolOfAccount } from './own-site-queries.ts';

/**
 * Refuses to let an account in at the host of a school that it does not belong to. Call it only after the password was
 * right, since it shows that there is an account. @throws OTHER_SITE
 */
export async function requireOwnSite(db: Db, { addressOf }: Sites, accountId: number, { school }: Site): Promise<void> {
  if (school === null) return;
  const own = await findSchoolOfAccount(db, accountId);
  if (own !== school.id) throw appError('OTHER_SITE', { school: school.name, address: (await addressOf(own)).host });
}
