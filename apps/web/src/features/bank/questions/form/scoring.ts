import { computeCriterionGrade, computeOpenResponseGrade, computeOverallGrade, computeResponsePoints, readPoints } from '@classwright/rules/questions/index';
import type { CriterionValues, QuestionValues, RubricRow } from './values.ts';

const numberOf = (typed: string): number | null => {
  const points = readPoints(typed);
  return points === 'invalid' ? null : points;
};
const wordsOf = (points: number | null): string => (points === null ? '' : String(points));
const toRule = (rows: readonly RubricRow[]) => rows.map(({ point, level, description }) => ({ point: numberOf(point), level, description }));

/** What a response is worth by the rubric; null when no row has its match level: then it is what was typed. */
export const pointsByRubric = (matchLabel: string, rubrics: readonly RubricRow[]): number | null => computeResponsePoints(matchLabel, toRule(rubrics));

/** The values with the points that follow from the rubric. */
export function withPoints(values: QuestionValues): QuestionValues {
  const responses = values.responses.map((response) => {
    const points = pointsByRubric(response.match_label, values.rubrics);
    return points === null || String(points) === response.sub_grade ? response : { ...response, sub_grade: String(points) };
  });
  return { ...values, responses };
}

/** The highest points of the responses; empty while none has some. */
export const overallGrade = ({ responses }: Pick<QuestionValues, 'responses'>): string =>
  wordsOf(computeOverallGrade(responses.map(({ sub_grade }) => numberOf(sub_grade))));

/** The highest point of a criterion's rows. */
export const criterionGrade = ({ rubrics }: Pick<CriterionValues, 'rubrics'>): string => wordsOf(computeCriterionGrade(toRule(rubrics)));

/** The sum of the criteria. */
export const openTotal = (criteria: readonly CriterionValues[]): string =>
  wordsOf(computeOpenResponseGrade(criteria.map((criterion) => numberOf(criterionGrade(criterion)))));
