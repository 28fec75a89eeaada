import { countItem, type ItemAnswer } from '@classwright/rules';
import { inTransaction, type Db, type Tx } from '../../../platform/database/index.ts';
import type { JobKind, Jobs } from '../../../platform/jobs/index.ts';
import {
  findFinishedSession,
  listOtherAnswers,
  listSessionAnswers,
  listSessionItems,
  saveItemFigures,
  saveItemResult,
  type SessionAnswerRow,
} from './queries.ts';

const KIND = 'item-analysis';
interface Payload {
  session_id: number;
}

/** Schedules the analysis of a session after the transaction that finishes it commits. */
export const createAnalysis =
  (jobs: Pick<Jobs, 'enqueue'>) =>
  (tx: Tx, sessionId: number): Promise<void> =>
    jobs.enqueue<Payload>(tx, KIND, [{ session_id: sessionId }]);

/** Stores the counts of a finished session and the figures of its questions. */
export function analysisJob({ db }: { db: Db }): JobKind<Payload> {
  return { kind: KIND, tries: 8, run: ({ session_id }) => inTransaction(db, (tx) => analyseSession(tx, session_id)) };
}

async function analyseSession(tx: Tx, sessionId: number): Promise<void> {
  const session = await findFinishedSession(tx, sessionId);
  if (!session) return; // canceled sessions are in no figure
  const items = await listSessionItems(tx, sessionId);
  const rows = await listSessionAnswers(tx, sessionId);
  const others = await listOtherAnswers(tx, session);
  for (const item of items) {
    const valid = new Set(item.responses.filter(({ is_valid }) => is_valid).map(({ id }) => id));
    const ids = item.responses.map(({ id }) => id);
    const { counts, responses } = countItem(answersTo(item.position, rows, others), ids, valid);
    await saveItemResult(tx, { sessionId, position: item.position, versionId: item.question_version_id }, counts, responses);
    await saveItemFigures(tx, item.question_id);
  }
}

/** Returns each student's answers to the item at a position, with the student's results on other items. */
function answersTo(position: 1 | 2, rows: readonly SessionAnswerRow[], others: Awaited<ReturnType<typeof listOtherAnswers>>): ItemAnswer[] {
  return [...new Set(rows.map((row) => row.account_id))].map((account_id) => {
    const own = new Map(rows.filter((row) => row.account_id === account_id).map((row) => [row.form, row]));
    const [item, partner] = position === 1 ? (['Form - 1A', 'Form - 2'] as const) : (['Form - 2', 'Form - 1A'] as const);
    const partnerAnswer = own.get(partner);
    const before = others.get(account_id) ?? { answers: 0, right: 0 };
    return {
      account_id,
      first_response_id: own.get(item)?.response_id ?? null,
      second_response_id: position === 1 ? (own.get('Form - 1B')?.response_id ?? null) : null,
      partner_right: partnerAnswer?.is_valid ?? null,
      other_answers: before.answers + (partnerAnswer ? 1 : 0),
      other_right: before.right + (partnerAnswer?.is_valid ? 1 : 0),
    };
  });
}
