import type { Db } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import { isAdmin, type Person } from '../access/index.ts';
import { type CensoredRow, findCensoredText, type Reviewer } from './review-queries.ts';

/** Teachers review the texts of their classes, Admins all. */
export async function reviewerOf(db: Db, person: Person): Promise<Reviewer> {
  return (await isAdmin(db, person)) ? null : person.accountId;
}

/** @throws CENSORED_TEXT_NOT_FOUND, also for one of somebody else's class */
export async function getReviewedText(db: Db, person: Person, id: number): Promise<CensoredRow> {
  const row = await findCensoredText(db, await reviewerOf(db, person), id);
  if (!row) throw appError('CENSORED_TEXT_NOT_FOUND');
  return row;
}
