/**
 * Profiles: addresses, contact details and dates of birth. They are personal: people see their own, and administrators
 * of their accounts see those of others, with each view recorded in the audit trail. Invariant: the telephone number is
 * the account's, so that there is only one.
 */
import { type MessageKey, profileGet, profileUpdate, type ProfileView, type Translate } from '@classwright/contract';
import { audit, auditView } from '../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import type { Manifest } from '../../../manifest.ts';
import { type Actor, can, implement } from '../../../platform/http/index.ts';
import { lockReachableAccount, setPhoneNumber } from '../accounts/index.ts';
import { findProfile, isPast, type ProfileRow, saveProfile } from './queries.ts';
import { personalData } from './personal-data.ts';

export { listRosterField } from './queries.ts';

export interface ProfilesDependencies {
  t: Translate<MessageKey>;
  /** Returns the current addresses of pictures. */
  pictures: (db: Db) => Promise<(pictureFileId: number) => string>;
}

export function profilesModule({ t, pictures }: ProfilesDependencies): Manifest {
  async function loadView(db: Db, row: ProfileRow): Promise<ProfileView> {
    const { school_id: _school, picture_file_id, updated_at, ...values } = row;
    const picture = picture_file_id === null ? null : (await pictures(db))(picture_file_id);
    return { id: row.account_id, ...values, picture, updated_at: updated_at?.toISOString() ?? null };
  }

  /**
   * Returns a profile. @throws NOT_FOUND for somebody else's, unless this person may do the action with accounts of
   * that school
   */
  async function requireProfile(tx: Tx, actor: Actor, accountId: number, action: 'view' | 'edit'): Promise<ProfileRow> {
    const isOwn = accountId === actor.accountId;
    if (!isOwn && !can(actor, 'accounts', action)) throw appError('NOT_FOUND');
    if (action === 'edit' || !isOwn) await lockReachableAccount(tx, actor, accountId, { toSave: action === 'edit' });
    const row = await findProfile(tx, accountId);
    if (!row) throw appError('NOT_FOUND');
    return row;
  }

  const implementations = [
    implement(profileGet, async ({ tx, actor, input, requestId }) => {
      const accountId = input.account_id ?? actor.accountId;
      const row = await requireProfile(tx, actor, accountId, 'view');
      await auditView(tx, actor, { action: profileGet.name, subjectType: 'profile', subjectId: accountId, ownerId: accountId, requestId });
      return { profile: await loadView(tx, row) };
    }),
    implement(profileUpdate, async ({ tx, actor, input, requestId }) => {
      const accountId = input.account_id ?? actor.accountId;
      const before = await requireProfile(tx, actor, accountId, 'edit');
      const version = input.updated_at ? Date.parse(input.updated_at) : input.updated_at;
      if (version !== undefined && version !== (before.updated_at?.getTime() ?? null)) throw appError('EDIT_CONFLICT', { row: await loadView(tx, before) });
      if (!(await isPast(tx, input.dob))) throw fieldError('dob', 'profile.dob');
      await saveProfile(tx, accountId, input);
      if (input.phone !== before.phone) await setPhoneNumber(tx, accountId, input.phone);
      const after = (await findProfile(tx, accountId)) as ProfileRow;
      await audit(tx, actor, {
        action: profileUpdate.name,
        subjectType: 'profile',
        subjectId: accountId,
        before: toRecord(before),
        after: toRecord(after),
        requestId,
      });
      return { profile: await loadView(tx, after), message: t('profile.saved') };
    }),
  ];
  return { personalData, implementations };
}

function toRecord({ address, city, state, zip, phone, dob }: ProfileRow): object {
  return { address, city, state, zip, phone, dob };
}
