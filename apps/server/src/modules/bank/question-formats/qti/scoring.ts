import { childOf, childrenOf, type Element, textOf } from '../markup/elements.ts';

/** The points for the answers of an interaction. */
export interface Scoring {
  points: number;
  /** The identifiers, or texts, of right answers. */
  correct: string[];
  /** Returns a choice's share of the points: 1 is right. */
  fractionOf: (id: string) => number;
}

/** Reads the declaration of the response: the right answers, and a mapping if points are given by choice. */
export function readScoring(item: Element, responseId: string): Scoring {
  const declaration = childrenOf(item, 'responseDeclaration').find(({ attributes }) => attributes['identifier'] === responseId);
  const correct = childrenOf(childOf(declaration, 'correctResponse'), 'value').map((value) => textOf(value).trim());
  const mapped = new Map(
    childrenOf(childOf(declaration, 'mapping'), 'mapEntry').map(({ attributes }) => [attributes['mapKey'] ?? '', toNumber(attributes['mappedValue'])] as const),
  );
  const best = [...mapped.values()].reduce((most, value) => Math.max(most, value), 0);
  const known = correct.length > 0 ? correct : [...mapped].filter(([, value]) => value > 0 && value === best).map(([id]) => id);
  return {
    points: maximumOf(item) ?? (best > 0 ? best : 1),
    correct: known,
    fractionOf: (id) => (known.includes(id) ? 1 : best > 0 ? (mapped.get(id) ?? 0) / best : 0),
  };
}

function maximumOf(item: Element): number | null {
  const outcomes = childrenOf(item, 'outcomeDeclaration');
  const named = (name: string): Element | undefined => outcomes.find(({ attributes }) => attributes['identifier'] === name);
  const stated = textOf(childOf(childOf(named('MAXSCORE'), 'defaultValue'), 'value')).trim() || named('SCORE')?.attributes['normalMaximum'] || '';
  return stated === '' || !Number.isFinite(Number(stated)) ? null : Number(stated);
}

const toNumber = (text: string | undefined): number => (text === undefined || !Number.isFinite(Number(text)) ? 0 : Number(text));
