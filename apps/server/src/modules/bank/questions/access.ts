import type { Approver } from '@classwright/rules/questions/index';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { can, type Person } from '../../../platform/http/index.ts';
import { isWithin, type Reach } from '../../../platform/reach.ts';
import { type BankRow, findBankRow } from './bank-queries.ts';

/**
 * A person who reads the bank. `seesKeys`: they may know the right responses of other people's questions. Everybody
 * else sees only other people's published questions that are not part of an upcoming assessment of their own.
 */
export interface BankReader extends Approver {
  accountId: number;
  schoolId: number | null;
  isAdmin: boolean;
  reach: Reach;
  seesKeys: boolean;
  canEdit: boolean;
  canDelete: boolean;
  canCreate: boolean;
  canRate: boolean;
  /** True when they may see the results of questions in lessons. */
  seesFigures: boolean;
}

export function readerOf(actor: Person): BankReader {
  return {
    accountId: actor.accountId,
    schoolId: actor.schoolId,
    isAdmin: actor.isAdmin,
    reach: actor.reach,
    seesKeys: can(actor, 'question-keys', 'view'),
    canApprove: can(actor, 'questions', 'approve'),
    canPublish: can(actor, 'questions', 'publish'),
    canEdit: can(actor, 'questions', 'edit'),
    canDelete: can(actor, 'questions', 'delete'),
    canCreate: can(actor, 'questions', 'create'),
    canRate: can(actor, 'questions', 'react'),
    seesFigures: can(actor, 'item-analysis', 'view'),
  };
}

/**
 * Returns a question that this person may see. @throws QUESTION_NOT_FOUND, also for one that is archived or hidden from
 * them
 */
export async function getVisibleQuestion(db: Db, reader: BankReader, id: number): Promise<BankRow> {
  const row = await findBankRow(db, reader, id);
  if (!row) throw appError('QUESTION_NOT_FOUND');
  return row;
}

/** Returns a question whose key this person may know. @throws QUESTION_NOT_FOUND, NOT_YOUR_QUESTION */
export async function getWholeQuestion(db: Db, reader: BankReader, id: number): Promise<BankRow> {
  const row = await getVisibleQuestion(db, reader, id);
  if (!knowsKey(reader, row)) throw appError('NOT_YOUR_QUESTION');
  return row;
}

/**
 * Returns a question that this person may change, as its author or an Admin. @throws QUESTION_NOT_FOUND,
 * NOT_YOUR_QUESTION
 */
export async function getChangeableQuestion(tx: Tx, reader: BankReader, id: number): Promise<BankRow> {
  const row = await getVisibleQuestion(tx, reader, id);
  if (!isChangeable(reader, row)) throw appError('NOT_YOUR_QUESTION');
  return row;
}

/** Returns true when this person may know a question's author: people's names are shown only within their school. */
export function knowsAuthor(reader: BankReader, { account_id, school_id }: Pick<BankRow, 'account_id' | 'school_id'>): boolean {
  return school_id === null || isWithin(reader.reach, school_id) || account_id === reader.accountId;
}

/** Returns true when this person may know the right responses. */
export function knowsKey(reader: BankReader, { account_id }: Pick<BankRow, 'account_id'>): boolean {
  return reader.seesKeys || account_id === reader.accountId;
}

export function isChangeable(reader: BankReader, { account_id }: Pick<BankRow, 'account_id'>): boolean {
  return reader.isAdmin || account_id === reader.accountId;
}
