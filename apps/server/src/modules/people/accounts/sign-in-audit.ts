import { createHmac } from 'node:crypto';
import { authLogin, authLogout } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import type { AccountsDependencies } from './dependencies.ts';
import { type Device, nameDevice } from './device-name.ts';
import { neighborhoodOf, type Outcome } from './guessing/index.ts';
import { hasSignInEntry, type SignInFactor } from './queries.ts';

export type SignInWay = 'password' | 'link' | 'card' | 'pictures' | 'google' | 'set_up' | 'passkey';

interface Occasion {
  account: { id: number; school_id: number | null };
  device: Device;
  address: string;
  requestId: string;
}

/** The number of hours in which repeated sign-ins of the same way, device and neighborhood share one entry. */
const FOLDED_HOURS = 20;
const REFUSED = `${authLogin.name}.refused`;
const GUESSED = `${authLogin.name}.guessing`;

/** Returns a keyed hash of the neighborhood, so that two entries can be compared without revealing the address. */
export function toNeighbourhood({ placeSecret }: Pick<AccountsDependencies, 'placeSecret'>, address: string): string {
  return createHmac('sha256', placeSecret)
    .update(`neighbourhood ${neighborhoodOf(address)}`)
    .digest('hex')
    .slice(0, 12);
}

const detailsOf = (dependencies: Pick<AccountsDependencies, 'placeSecret'>, { device, address }: Pick<Occasion, 'device' | 'address'>) => {
  const { browser, system } = nameDevice(device.label);
  return { device: [browser, system].filter((name) => name !== null).join(', '), place: toNeighbourhood(dependencies, address) };
};

/** Records a sign-in. */
export async function noteSignIn(
  tx: Tx,
  dependencies: AccountsDependencies,
  { way, factor = null, ...occasion }: Occasion & { way: SignInWay; factor?: SignInFactor | null },
): Promise<void> {
  await noteFolded(tx, authLogin.name, occasion, { way, ...(factor === null ? {} : { factor }), ...detailsOf(dependencies, occasion) });
}

/** Records a sign-out. */
export async function noteSignOut(tx: Tx, dependencies: AccountsDependencies, occasion: Occasion): Promise<void> {
  await noteFolded(tx, authLogout.name, occasion, detailsOf(dependencies, occasion));
}

async function noteFolded(tx: Tx, action: string, { account, requestId }: Occasion, after: object): Promise<void> {
  if (await hasSignInEntry(tx, account.id, action, after, FOLDED_HOURS)) return;
  await audit(tx, { accountId: account.id, schoolId: account.school_id }, { action, subjectType: 'account', subjectId: account.id, after, requestId });
}

/** Returns true for 1, 10, 100, …, so that a guesser leaves a handful of entries and not one for each attempt. */
const isCounted = (failures: number): boolean => /^10*$/.test(String(failures));

/**
 * Records a refused attempt: at an account the 1st, 10th, 100th … from one place or device, without a known person; and
 * from a place, at any accounts, the 100th, 1000th ….
 */
export async function noteFailure(
  dependencies: AccountsDependencies & { db: Db },
  { account, outcome, requestId, ...where }: Omit<Occasion, 'account'> & { account: Occasion['account'] | null; outcome: Outcome },
): Promise<void> {
  const isOfAccount = account !== null && isCounted(outcome.failures);
  const isOfPlace = outcome.placeFailures >= 100 && isCounted(outcome.placeFailures);
  if (!isOfAccount && !isOfPlace) return;
  const details = detailsOf(dependencies, where);
  const nobody = { accountId: null, schoolId: account?.school_id ?? null };
  await inTransaction(dependencies.db, async (tx) => {
    if (isOfAccount)
      await audit(tx, nobody, {
        action: REFUSED,
        subjectType: 'account',
        subjectId: account.id,
        after: { failures: outcome.failures, ...details },
        requestId,
      });
    if (isOfPlace)
      await audit(
        tx,
        { accountId: null, schoolId: null },
        { action: GUESSED, subjectType: 'account', subjectId: null, after: { failures: outcome.placeFailures, place: details.place }, requestId },
      );
  });
}
