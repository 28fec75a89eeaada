import { computeCriterionGrade, computeOpenResponseGrade, computeOverallGrade, computeResponsePoints, readPoints } from '@classwright/rules/questions/index';
import type { CriterionValues, QuestionValues, RubricRow } from './values.ts';

const numberOf = (typed: string): number | null => {
  const points = readPoints(typed);
  return points === 'invalid' ? null : points;
};
const wordsOf = (points: number | null): string => (points === null ? '' : String(points));
const toRule = (rows: readonly RubricRow[]) => rows.map(({ point, level, description }) => ({ point: numberOf(point), level, description }));

/** Returns a response's points by the rubric. Null if no row has its match level; the typed points then apply. */
export const pointsByRubric = (matchLabel: string, rubrics: readonly RubricRow[]): number | null => computeResponsePoints(matchLabel, toRule(rubrics));

/** Returns the values with the points that follow from the rubric. */
export function withPoints(values: QuestionValues): QuestionValues {
  const responses = values.responses.map((response) => {
    const points = pointsByRubric(response.match_label, values.rubrics);
    return points === null || String(points) === response.sub_grade ? response : { ...response, sub_grade: String(points) };
  });
  return { ...values, responses };
}

/** Returns the highest points of the responses, or an empty text if none has points. */
export const overallGrade = ({ responses }: Pick<QuestionValues, 'responses'>): string =>
  wordsOf(computeOverallGrade(responses.map(({ sub_grade }) => numberOf(sub_grade))));

/** Returns the highest points in a criterion's rows. */
export const criterionGrade = ({ rubrics }: Pick<CriterionValues, 'rubrics'>): string => wordsOf(computeCriterionGrade(toRule(rubrics)));

/** Returns the sum of the criteria's points. */
export const openTotal = (criteria: readonly CriterionValues[]): string =>
  wordsOf(computeOpenResponseGrade(criteria.map((criterion) => numberOf(criterionGrade(criterion)))));
