import { findPasswordProblem, minPasswordCharacters, PASSWORD_LIMITS } from '@classwright/rules/password';
import { fieldError } from '../../../../platform/errors.ts';
import { isListedPassword } from './common-passwords.ts';

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
