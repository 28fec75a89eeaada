import { type authLogin, EMAIL, type HandlerResult } from '@classwright/contract';
import { inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { fieldError } from '../../../../platform/errors.ts';
import type { Site } from '../../../../platform/sites.ts';
import { describeSignIn, signInDevice, toDevice } from '../complete-sign-in.ts';
import type { AccountsDependencies } from '../dependencies.ts';
import { hashPassword } from '../password.ts';
import { createAccount } from '../service.ts';
import { noteSignIn } from '../sign-in-audit.ts';
import { requireGoodPassword, requireNotLeaked } from './password-rules.ts';

/** A person who makes an account with a code that they were handed. */
export interface SignUpPerson {
  schoolId: number | null;
  schoolName: string;
  accountType: string;
  roleKey: string;
  first_name: string;
  last_name: string;
  email: string;
  password: string;
}

/** The call with which they do. */
export interface SignUpOccasion {
  device: string;
  userAgent: string;
  address: string;
  site: Site;
  requestId: string;
}

/**
 * Makes an account and signs its owner in. `join` runs in the same transaction, and refuses by throwing.
 * @throws VALIDATION_FAILED at `email` or `password`
 */
export type SignUp = (
  person: SignUpPerson,
  occasion: SignUpOccasion,
  join: (tx: Tx, accountId: number) => Promise<void>,
) => Promise<HandlerResult<typeof authLogin>>;

export function createSignUp(dependencies: AccountsDependencies): SignUp {
  const { db } = dependencies;
  return async ({ schoolId, schoolName, accountType, roleKey, password, ...person }, { device: own, userAgent, address, site, requestId }, join) => {
    if (!EMAIL.test(person.email)) throw fieldError('email', 'validation.email');
    requireGoodPassword(password, { ...person, school_name: schoolName, is_staff: true });
    await requireNotLeaked(password, dependencies.leakedPasswordsFile);
    const passwordHash = await hashPassword(password);
    const signedIn = await inTransaction(db, async (tx) => {
      const { first_name: firstName, last_name: lastName, email } = person;
      const accountId = await createAccount(tx, { schoolId, accountType, roleKey, firstName, lastName, email, passwordHash });
      await join(tx, accountId);
      const device = toDevice(own, userAgent);
      await noteSignIn(tx, dependencies, { account: { id: accountId, school_id: schoolId }, way: 'link', device, address, requestId });
      return signInDevice(tx, dependencies, accountId, device, false, site);
    });
    return describeSignIn(db, dependencies, signedIn);
  };
}
