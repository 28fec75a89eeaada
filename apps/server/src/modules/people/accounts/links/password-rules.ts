import { findPasswordProblem, minPasswordCharacters, PASSWORD_LIMITS } from '@classwright/rules/password';
import { fieldError } from '../../../../platform/errors.ts';
import { isInLeakedFile } from './leaked-file.ts';
import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * Some 49,000 of the most common leaked passwords, the most frequent first (zxcvbn's list). Typed passwords are
 * compared with the whole list. Its first thousands also count as bases to which people add a year or a mark, if they
 * consist of letters only and are too long to be an ordinary short word.
 */
const LISTED: ReadonlySet<string> = new Set([...dictionary['passwords-common']].map((word) => String(word).toLowerCase()));
const FREQUENT = 10_000;
const BASE = /^\p{L}{5,}$/u;
const BASES: ReadonlySet<string> = new Set([...LISTED].slice(0, FREQUENT).filter((word) => BASE.test(word)));
const SHORTEST_PASSWORD = 8;

/**
 * Returns true when many people choose this text, or it is a base that many people choose. The text is in lower case.
 */
export function isListedPassword(text: string): boolean {
  return BASES.has(text) || (text.length >= SHORTEST_PASSWORD && LISTED.has(text));
}

/** @throws VALIDATION_FAILED at `password` when the operator's file of leaked passwords has it */
export async function requireNotLeaked(password: string, leakedPasswordsFile: string | null): Promise<void> {
  if (leakedPasswordsFile !== null && (await isInLeakedFile(leakedPasswordsFile, password))) throw fieldError('password', 'password.common');
}

export interface PasswordOwner {
  first_name: string;
  last_name: string;
  email: string;
  school_name: string | null;
  is_staff: boolean;
}

/** @throws VALIDATION_FAILED at `password` with the rule that it breaks */
export function requireGoodPassword(password: string, owner: PasswordOwner): void {
  const setting = {
    isListed: isListedPassword,
    isStaff: owner.is_staff,
    known: [owner.first_name, owner.last_name, owner.email, owner.school_name ?? '', 'classwright'],
  };
  const problem = findPasswordProblem(password, setting);
  if (problem) throw fieldError('password', `password.${problem}`, { min: minPasswordCharacters(setting), max: PASSWORD_LIMITS.maxCharacters });
}
