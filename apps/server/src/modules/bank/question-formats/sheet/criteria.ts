import type { CriterionView } from '@classwright/contract';
import { type Finding, finding, toLine } from '../imported-question.ts';
import { IMPORTED_LIMITS as LIMITS } from '../limits.ts';

const SEPARATOR = ' | ';

/**
 * Reads the criteria of an open response from one cell, one per line: "Criterion | what it looks at" and, for each
 * level of its rubric, "Criterion | points | level | description".
 */
export function readCriteria(draft: { problems: Finding[] }, text: string): CriterionView[] {
  const byName = new Map<string, CriterionView>();
  for (const line of text.split(/\r\n|\r|\n/).filter((one) => one.trim() !== '')) {
    const [name = '', second = '', level = '', ...rest] = line.split('|').map((part) => part.trim());
    const criterion = byName.get(name) ?? {
      criterion_name: toLine(name, LIMITS.criterionNameCharacters),
      open_response_grade: null,
      description: '',
      rubrics: [],
    };
    byName.set(name, criterion);
    if (level === '' && rest.length === 0) criterion.description = [criterion.description, second].filter((part) => part !== '').join('\n');
    else if (/^\d{1,7}$/.test(second) && Number(second) <= LIMITS.maxPoints && level !== '')
      criterion.rubrics.push({ point: Number(second), level: toLine(level, LIMITS.levelCharacters), description: rest.join(SEPARATOR) });
    else draft.problems.push(finding('open_response', 'criterion', { value: line }));
  }
  const unnamed = [...byName.keys()].some((name) => name === '');
  if (unnamed) draft.problems.push(finding('open_response', 'criterion', { value: text }));
  return [...byName.values()];
}

/** Parses the same from a text in another export format; null if it is not one. */
export function parseCriteria(text: string): CriterionView[] | null {
  if (!/\|\s*\d+\s*\|/.test(text)) return null;
  const problems: Finding[] = [];
  const criteria = readCriteria({ problems }, text);
  return problems.length === 0 ? criteria : null;
}

export function writeCriteria(criteria: readonly CriterionView[]): string {
  const clean = (text: string): string => text.replaceAll('|', '/').replace(/\s+/g, ' ').trim();
  return criteria
    .flatMap(({ criterion_name: name, description, rubrics }) => [
      ...(description === '' && rubrics.length > 0 ? [] : description.split('\n').map((line) => `${clean(name)}${SEPARATOR}${clean(line)}`)),
      ...rubrics.map(({ point, level, description: words }) => [clean(name), String(point ?? 0), clean(level), clean(words)].join(SEPARATOR).trimEnd()),
    ])
    .join('\n');
}
