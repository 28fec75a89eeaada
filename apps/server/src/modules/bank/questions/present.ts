import type { QuestionView } from '@classwright/contract';
import { computeStatusLabel } from '@classwright/rules/questions/index';
import { appNow } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import type { BankReader } from './access.ts';
import type { BankRow } from './bank-queries.ts';
import { toQuestionView } from './bank-views.ts';

/** Loads a question for a reader, with file addresses that work for one to two hours. */
export async function loadQuestionView(db: Db, reader: BankReader, row: BankRow, { fileLinks }: { fileLinks: FileLinks }): Promise<QuestionView> {
  return toQuestionView(row, reader, fileLinks.at(await appNow(db)));
}

type Recorded = Pick<BankRow, 'title' | 'published_state' | 'status' | 'teacher_status' | 'version' | 'tag'>;

/** Converts a question for the audit trail; its content is in its versions. */
export function toRecord(row: Recorded | QuestionView): object {
  const { title, published_state, version, tag } = row;
  return { title, published_state, version, tag, status: computeStatusLabel({ status: row.status as 0 | 1, teacher_status: row.teacher_status as 0 | 1 | 2 }) };
}
