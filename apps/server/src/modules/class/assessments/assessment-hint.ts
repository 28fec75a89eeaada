import { assessmentHint, type RichTextDocument, type TransferHintView } from '@classwright/contract';
import { computeTransferHints, type HintQuestion, type TransferHint } from '@classwright/rules/assessments/index';
import { toPlainText } from '@classwright/rules/rich-text/index';
import type { Db } from '../../../platform/database/index.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { loadQuestionVersions, type QuestionVersion } from '../../bank/questions/index.ts';
import type { AssessmentDependencies } from './dependencies.ts';
import { listComparedQuestions, listPastResults } from './queries.ts';

/** Returns hints that the second question may not work as a transfer of the first. Missing questions give no hints. */
export function implementAssessmentHint({ t }: AssessmentDependencies): Implementation {
  const inWords = (hint: TransferHint): TransferHintView =>
    hint.kind === 'unrelated'
      ? { kind: hint.kind, message: t('assessment.hint.unrelated') }
      : { kind: hint.kind, message: t('assessment.hint.easier', { first: hint.firstPercent, second: hint.secondPercent }) };
  return implement(assessmentHint, async ({ tx, input }) => {
    const known = await loadCompared(tx, input.questions);
    const [first, second] = input.questions.map((id) => known.get(id));
    return { hints: first && second ? computeTransferHints(first, second).map(inWords) : [] };
  });
}

async function loadCompared(db: Db, ids: readonly number[]): Promise<Map<number, HintQuestion>> {
  const facts = await listComparedQuestions(db, ids);
  const versions = await loadQuestionVersions(
    db,
    facts.map(({ version_id }) => version_id),
  );
  const past = new Map((await listPastResults(db, ids)).map((result) => [result.question_id, result]));
  return new Map(
    facts.map(({ id, version_id, tag, topic_id, standard_id }) => {
      const words = wordsOf(versions.get(version_id) as QuestionVersion);
      return [id, { ...words, tags: tag, clusterId: topic_id, standardId: standard_id, past: past.get(id) ?? { right: 0, answered: 0 } }];
    }),
  );
}

function wordsOf({ title, description, responses }: QuestionVersion): Pick<HintQuestion, 'text' | 'reasoning'> {
  const plain = (document: RichTextDocument): string => toPlainText(document);
  return {
    text: [title, plain(description), ...responses.map((response) => response.title)].join('\n'),
    reasoning: responses.map((response) => plain(response.description)).join('\n'),
  };
}
