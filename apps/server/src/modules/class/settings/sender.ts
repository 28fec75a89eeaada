import { schoolSettingsUpdate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { Sender } from '../../../platform/mail/index.ts';
import { findSchool, findSettingsOfAddress, saveSchool } from './queries.ts';
import { isOfDomain, toSchoolSettings } from './stored.ts';

/**
 * Returns from whom an email to an address comes: what the person's school has set. Null leaves it to the installation, and so does a null
 * name or address. An address that is no longer of the allowed domain is not used.
 */
export async function findSender(db: Db, to: string): Promise<Sender | null> {
  const school = await findSettingsOfAddress(db, to);
  if (!school) return null;
  const { sender_name, sender_address, sender_domain } = toSchoolSettings(school);
  const sender = { name: sender_name || null, address: isOfDomain(sender_address, sender_domain) ? sender_address : null };
  return sender.name === null && sender.address === null ? null : sender;
}

/** Somebody at the machine who acts on a school. */
export interface Acting {
  actor: { accountId: null; schoolId: null };
  requestId: string;
}

/**
 * Allows schools to send from addresses of a domain; null allows none. Returns the number of schools, without archived ones, which are left
 * as they are.
 */
export async function allowSenderDomain(tx: Tx, { actor, requestId }: Acting, ids: readonly number[], domain: string | null): Promise<number> {
  let changed = 0;
  for (const id of [...ids].sort((a, b) => a - b)) {
    const school = await findSchool(tx, id, { hold: true });
    if (!school) continue;
    const { sender_domain: before } = toSchoolSettings(school);
    const allowed = { time_zone: school.time_zone, sender_domain: domain };
    await saveSchool(tx, id, allowed);
    await audit(tx, actor, {
      action: schoolSettingsUpdate.name,
      subjectType: 'school_settings',
      subjectId: id,
      before: { name: school.school_name, sender_domain: before },
      after: { name: school.school_name, sender_domain: domain },
      requestId,
    });
    changed += 1;
  }
  return changed;
}
