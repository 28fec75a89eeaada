import { type AppError, appError } from '../errors.ts';

/** The code with which `change_school_usage` refuses people for whom a school has no place. */
const SCHOOL_FULL_STATE = 'CW001';

/** Returns the refusal of people for whom their school has no place. Null: the error says something else. */
export function toSchoolFull(error: unknown): AppError | null {
  const { code, detail } = error as { code?: string; detail?: string };
  if (code !== SCHOOL_FULL_STATE || detail === undefined) return null;
  const { school, limit, used, added } = JSON.parse(detail) as { school: string; limit: number; used: number; added: number };
  return appError('SCHOOL_FULL', { school, limit, used, added, over: used + added - limit });
}
