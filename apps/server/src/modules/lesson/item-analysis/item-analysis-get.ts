import { itemAnalysisGet, type ItemResultView } from '@classwright/contract';
import { computeHint, computeItemFigures } from '@classwright/rules';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getVisibleQuestion, readerOf } from '../../bank/questions/index.ts';
import { listItemMoves, listItemResults, type ItemResultRow, type MoveRow } from './queries.ts';

/** Returns a question's results for staff who can see it in the bank; 404 for other questions. */
export function implementItemAnalysis(): Implementation[] {
  return [
    implement(itemAnalysisGet, async ({ tx, input, actor }) => {
      await getVisibleQuestion(tx, readerOf(actor), input.id);
      const moves = await listItemMoves(tx, input.id);
      return { question_id: input.id, data: (await listItemResults(tx, input.id)).map((row) => toItemResultView(row, moves)) };
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
