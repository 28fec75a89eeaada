import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { appError } from '../../../../platform/errors.ts';
import type { Site } from '../../../../platform/sites.ts';
import type { NewPasskey, PasskeyRow } from './queries.ts';

/** The address to which passkeys are tied. */
export interface PasskeySite {
  origin: string;
  /** The host name. Null for an address without a name, where browsers have no passkeys. */
  name: string | null;
}

/** Returns the address of passkeys of the site that a call came to. */
export function passkeySiteOf(site: Site): PasskeySite {
  const { origin, hostname } = new URL(site.origin); // browsers leave out the usual port
  return { origin, name: isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : null };
}

/** @throws PASSKEY_NOT_HERE */
function requireName({ name }: PasskeySite): string {
  if (name === null) throw appError('PASSKEY_NOT_HERE');
  return name;
}

/** The algorithms of passkeys that every authenticator has one of: EdDSA, ES256 and RS256, by their numbers at IANA (COSE). */
const ALGORITHMS = [-8, -7, -257];

const toKnown = ({ credential_id, transports }: Pick<PasskeyRow, 'credential_id' | 'transports'>) => ({ id: credential_id, transports: transports as never });

/** Returns the options with which a browser asks for one of these passkeys, or for any when there are none. */
export function makeOptions(site: PasskeySite, passkeys: readonly PasskeyRow[]) {
  return generateAuthenticationOptions({
    rpID: requireName(site),
    allowCredentials: passkeys.map(toKnown),
    // without a password, the device has to know who holds it
    userVerification: passkeys.length === 0 ? 'required' : 'preferred',
  });
}

/** Returns the options with which a browser makes a passkey. */
export function makeNewOptions(site: PasskeySite, who: { accountId: number; email: string; name: string; school: string }, passkeys: readonly PasskeyRow[]) {
  return generateRegistrationOptions({
    rpName: who.school,
    rpID: requireName(site),
    userName: who.email,
    userDisplayName: who.name,
    userID: new TextEncoder().encode(`account ${who.accountId}`),
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(toKnown),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
}

/** Returns the counter of a right answer. Null: it is of another site, of another question, or not signed by this passkey. */
export async function checkAnswer(
  site: PasskeySite,
  { passkey, answer, challenge, isAlone }: { passkey: PasskeyRow; answer: object; challenge: string; isAlone: boolean },
): Promise<number | null> {
  const { public_key, counter, credential_id } = passkey;
  const checked = await verifyAuthenticationResponse({
    response: answer as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: requireName(site),
    credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter },
    requireUserVerification: isAlone,
  }).catch(() => null);
  return checked?.verified ? checked.authenticationInfo.newCounter : null;
}

/** Returns the passkey that a browser has made. Null: the answer is of another site or another question, or malformed. */
export async function checkNew(site: PasskeySite, answer: object, challenge: string): Promise<Omit<NewPasskey, 'account_id' | 'name'> | null> {
  const checked = await verifyRegistrationResponse({
    response: answer as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: requireName(site),
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!checked?.verified) return null;
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
  return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports };
}
