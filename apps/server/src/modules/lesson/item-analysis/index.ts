/**
 * Item analysis: the results of questions in classes.
 *
 * Invariants: only finished sessions count; a session's counts are written after it has ended, by a job that can be
 * repeated, and add up over sessions; figures are computed from sums and never stored apart from their source; they
 * contain no names; lessons that somebody may not see appear only as a sum in which no single lesson can be recognized.
 * For what is counted and how, see `@classwright/rules/item-analysis`.
 */
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { listConvincing, sessionFinished } from '../live/index.ts';
import { analysisJob, createAnalysis } from './analyse.ts';
import { implementCompare } from './compare.ts';
import { itemAnalysisGet, type ItemResultView } from '@classwright/contract';
import { computeHint, computeItemFigures } from '@classwright/rules';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getVisibleQuestion, readerOf } from '../../bank/questions/index.ts';
import { listItemMoves, listItemResults, type ItemResultRow, type MoveRow } from './queries.ts';
import { personalData } from './personal-data.ts';

export { createAnalysis } from './analyse.ts';
export { listItemResults } from './queries.ts';

export function itemAnalysisModule({ db, jobs }: { db: Db; jobs: Pick<Jobs, 'enqueue'> }): Manifest {
  const analyse = createAnalysis(jobs);
  return {
    personalData,
    implementations: [...implementItemAnalysis(), implementCompare()],
    jobs: [analysisJob({ db })],
    listens: [sessionFinished.listen((tx, { sessionId }) => analyse(tx, sessionId))],
  };
}

/** The number of reasons that convinced which are shown with a question: those with most votes. */
const MOST_REASONS = 12;

/** Returns a question's results for staff who can see it in the bank; 404 for other questions. */
function implementItemAnalysis(): Implementation[] {
  return [
    implement(itemAnalysisGet, async ({ tx, input, actor }) => {
      await getVisibleQuestion(tx, readerOf(actor), input.id);
      const moves = await listItemMoves(tx, input.id);
      // A question may be shared between schools; what students wrote stays in theirs.
      const convincing = actor.schoolId === null ? [] : await listConvincing(tx, { school: actor.schoolId, questionId: input.id });
      return {
        question_id: input.id,
        data: (await listItemResults(tx, input.id)).map((row) => toItemResultView(row, moves)),
        reasons: convincing.slice(0, MOST_REASONS).map(({ response_title: response, comment, votes, voters }) => ({ response, comment, votes, voters })),
      };
    }),
  ];
}

function toItemResultView(row: ItemResultRow, moves: readonly MoveRow[]): ItemResultView {
  const { position, question_version_id, version, times_asked, last_asked_at, answered_first, answered_second, responses } = row;
  const figures = computeItemFigures(row);
  return {
    part: position === 1 ? 'first' : 'transfer',
    question_version_id,
    version,
    times_asked,
    last_asked_at: last_asked_at.toISOString(),
    answered_first,
    answered_second,
    ...figures,
    hint: position === 1 ? computeHint(figures.share_first) : null,
    responses,
    moves: position === 1 ? moves.filter((move) => move.question_version_id === question_version_id).map(({ from, to, count }) => ({ from, to, count })) : [],
  };
}
