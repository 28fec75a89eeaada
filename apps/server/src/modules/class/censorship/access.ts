import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Person } from '../../../platform/http/index.ts';
import { computeOwnerReach } from '../../../platform/reach.ts';
import { type CensoredRow, findCensoredText } from './review-queries.ts';

/**
 * Returns a censored text for review. Teachers review the texts of their classes, Admins all. @throws
 * CENSORED_TEXT_NOT_FOUND, also for a text of another teacher's class
 */
export async function getReviewedText(db: Db, person: Person, id: number): Promise<CensoredRow> {
  const row = await findCensoredText(db, computeOwnerReach(person), id);
  if (!row) throw appError('CENSORED_TEXT_NOT_FOUND');
  return row;
}
