import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';
import { listLanguages } from '../language-tags.ts';
import { isLoopback } from '../network.ts';

/** A value that a setting cannot have. The message is the rest of a sentence that begins with the setting's name. */
export class SettingProblem extends Error {}

const refuse = (problem: string): never => {
  throw new SettingProblem(problem);
};

/** Returns a parser of texts that match the pattern. */
export const matching =
  (pattern: RegExp, problem: string) =>
  (text: string): string =>
    pattern.test(text) ? text : refuse(problem);

/** Returns a parser of whole numbers from `min` to `max`. */
export const wholeNumber =
  ({ min, max }: { min: number; max: number }, problem: string) =>
  (text: string): number =>
    /^\d{1,8}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : refuse(problem);

/** Returns a parser of one of several words. */
export const oneOf =
  <const Word extends string>(words: readonly Word[]) =>
  (text: string): Word =>
    words.find((word) => word === text) ?? refuse(`must be one of ${words.join(', ')}`);

export const parsePort = wholeNumber({ min: 0, max: 65_535 }, 'must be a whole number from 0 to 65535');

export function parseSwitch(text: string): boolean {
  if (/^(on|true|yes|1)$/i.test(text)) return true;
  return /^(off|false|no|0)$/i.test(text) ? false : refuse('must be on or off');
}

export const parseHost = (text: string): string => (isIP(text) || /^[a-z0-9.-]+$/i.test(text) ? text : refuse('must be an address or a host name'));

const ROLE_CHOICES = ['web,jobs', 'all'] as const;

export function parseRoles(text: string): (typeof ROLE_CHOICES)[number] {
  const roles = text.replaceAll(' ', '');
  return ROLE_CHOICES.find((choice) => choice === roles) ?? refuse('must be web,jobs (a process for people and one for jobs) or all (one for everything)');
}

export const parseLanguage = (text: string): string => oneOf(listLanguages())(text);

export function parseDatabaseUrl(text: string): string {
  const url = URL.parse(text);
  const isOne = url !== null && ['postgres:', 'postgresql:'].includes(url.protocol) && url.pathname.length > 1;
  return isOne ? text : refuse('must be an address like postgres://user:password@host:5432/database');
}

/** Parses the address of a server, without a path. */
export function parseOrigin(text: string): URL {
  const url = URL.parse(text);
  const isOne = url !== null && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username;
  return isOne ? url : refuse('must be an address like https://school.example, without a path');
}

/** Parses a web address by the contract's `isWebAddress`, the rule for addresses that a school sets up. */
export function parseWebUrl(text: string): string {
  const url = URL.parse(text);
  const isOne = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && url.username === '' && url.password === '';
  return isOne ? text : refuse('must be an address like https://books.example/shelf, without a name or password');
}

/** Parses the address of a provider: https, or http on this machine. */
export function parseProviderUrl(text: string): URL {
  const url = URL.parse(text);
  const isTrusted = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  const isOne = isTrusted && !url.search && !url.hash && !url.username;
  return isOne ? url : refuse('must be an address like https://accounts.google.com; plain http only on this machine');
}

/** Parses the address of a script on this machine: scripts in people's browsers come from Google, or from a test. */
export function parseLoopbackUrl(text: string): URL {
  const url = URL.parse(text);
  const isOurs = url !== null && /^https?:$/.test(url.protocol) && isLoopback(url.hostname) && !url.username && !url.hash;
  return isOurs ? url : refuse('must be an address on this machine, like http://127.0.0.1:4600/api.js');
}

export function parseSmtpUrl(text: string): string {
  const url = URL.parse(text);
  const isOne = url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '';
  return isOne ? text : refuse('must be an address like smtp://user:password@mail.example:587');
}

/** Returns a parser of a broker's address. */
export const brokerUrl =
  ({ protocols, path }: { protocols: readonly string[]; path: RegExp }, problem: string) =>
  (text: string): string => {
    const url = URL.parse(text);
    const isOne = url !== null && protocols.includes(url.protocol) && url.hostname !== '' && path.test(url.pathname) && !url.search && !url.hash;
    if (!isOne) return refuse(problem);
    try {
      decodeURIComponent(url.username + url.password);
      return text;
    } catch {
      return refuse(problem); // a % of a password is written %25
    }
  };

export function parseProxies(text: string): readonly string[] {
  const proxies = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isRange = (part: string) => {
    const [address = '', bits, more] = part.split('/');
    const version = isIP(address);
    return version !== 0 && more === undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
  };
  return proxies.every(isRange) ? proxies : refuse('must be addresses or ranges like 10.0.0.0/8, with commas between');
}

/** Parses the numbers of calls per minute that Google allows to a project and to each person. */
export function parseQuota(text: string): { project: number; person: number } {
  const [, project = 0, person = 0] = /^(\d{1,7}),\s*(\d{1,7})$/.exec(text)?.map(Number) ?? [];
  if (project < 20 || person < 20) return refuse('must be calls a minute of the project and of a person, at least 20 each, like 3000,1200');
  return { project, person };
}

/** The key of a service account of Google. `privateKey`: PEM. */
export interface ServiceAccount {
  email: string;
  keyId: string | null;
  privateKey: string;
  tokenUrl: URL;
}

/** Parses the key file of a service account, as Google's console provides it. */
export function parseServiceAccount(text: string): ServiceAccount {
  const problem = 'must be the JSON key of a service account of Google, as its console gives it; GOOGLE_PUBSUB_CREDENTIALS_FILE names the file';
  try {
    const key = JSON.parse(text) as Partial<Record<'type' | 'client_email' | 'private_key' | 'private_key_id' | 'token_uri', unknown>>;
    const { client_email: email, private_key: privateKey, private_key_id: keyId, token_uri: tokenUri } = key;
    const tokenUrl = typeof tokenUri === 'string' ? parseProviderUrl(tokenUri) : new URL('https://oauth2.googleapis.com/token');
    const isWhole = key.type === 'service_account' && typeof email === 'string' && email.includes('@') && typeof privateKey === 'string';
    if (!isWhole || createPrivateKey(privateKey).asymmetricKeyType !== 'rsa') return refuse(problem);
    return { email, keyId: typeof keyId === 'string' ? keyId : null, privateKey, tokenUrl };
  } catch {
    return refuse(problem);
  }
}
