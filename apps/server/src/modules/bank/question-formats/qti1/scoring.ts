import { childOf, childrenOf, type Element, findAll, isElement, textOf } from '../markup/elements.ts';

/** The requirements of a condition, without those that something be absent. */
interface Condition {
  /** The required texts or identifiers, by the response they are compared with. */
  equal: { response: string; value: string }[];
  /** The bounds of numbers, in words. */
  ranges: string[];
  /** True when every other answer meets it too. */
  isOther: boolean;
  /** The points that it gives; null if it gives none. */
  points: number | null;
  /** The feedback that it shows. */
  feedback: string[];
}

export interface OldScoring {
  /** Returns the points by identifier of a choice, or text of an answer. */
  pointsOf: (response: string, value: string) => number;
  /** Returns the values of a response that give points, best first. */
  rightOf: (response: string) => string[];
  ranges: string[];
  best: number;
  /** Returns the identifiers of feedback that only this choice shows. */
  feedbackOf: (response: string, value: string) => string[];
  /** The identifiers of feedback shown for any choice. */
  general: string[];
  /** True when several choices are needed together. */
  isTogether: boolean;
}

const MOST_CONDITIONS = 500;
const BLOCKS = new Set(['varequal', 'varsubset', 'varsubstring', 'vargte', 'vargt', 'varlte', 'varlt', 'other', 'unanswered', 'not']);

/** Reads the points for the answers of an item from its response processing. */
export function readOldScoring(item: Element): OldScoring {
  const conditions = childrenOf(childOf(item, 'resprocessing'), 'respcondition').slice(0, MOST_CONDITIONS).map(readCondition);
  const points = new Map<string, number>();
  const values = new Map<string, Map<string, number>>();
  let isTogether = false;
  let best = 0;
  for (const { equal, points: earned } of conditions) {
    if (earned === null) continue;
    best = Math.max(best, earned);
    if (earned > 0 && equal.length > 1 && new Set(equal.map(({ response }) => response)).size === 1) isTogether = true;
    for (const { response, value } of equal) {
      const key = keyOf(response, value);
      points.set(key, Math.max(points.get(key) ?? Number.NEGATIVE_INFINITY, earned));
      if (earned > 0) values.set(response, (values.get(response) ?? new Map<string, number>()).set(value, earned));
    }
  }
  const shown = conditions.filter(({ feedback }) => feedback.length > 0);
  return {
    best,
    isTogether,
    pointsOf: (response, value) => points.get(keyOf(response, value)) ?? 0,
    rightOf: (response) => [...(values.get(response) ?? [])].sort(([, a], [, b]) => b - a).map(([value]) => value),
    ranges: conditions.filter(({ points: earned }) => (earned ?? 0) > 0).flatMap(({ ranges }) => ranges),
    feedbackOf: (response, value) =>
      shown
        .filter(({ equal, points: earned }) => earned === null && equal.length === 1 && equal[0]?.response === response && equal[0].value === value)
        .flatMap(({ feedback }) => feedback),
    general: shown.filter(({ isOther, points: earned }) => isOther && earned === null).flatMap(({ feedback }) => feedback),
  };
}

const keyOf = (response: string, value: string): string => `${response}\n${value}`;

function readCondition(condition: Element): Condition {
  const read: Condition = { equal: [], ranges: [], isOther: false, points: null, feedback: [] };
  const bounds: { from?: string; to?: string } = {};
  for (const part of findAll(childOf(condition, 'conditionvar') ?? condition, BLOCKS)) {
    const value = textOf(part).trim();
    if (part.name === 'other') read.isOther = true;
    else if (part.name === 'vargte' || part.name === 'vargt') bounds.from = value;
    else if (part.name === 'varlte' || part.name === 'varlt') bounds.to = value;
    else if (part.name.startsWith('var')) read.equal.push({ response: part.attributes['respident'] ?? '', value });
  }
  if (bounds.from !== undefined || bounds.to !== undefined) read.ranges.push(`${bounds.from ?? '…'} – ${bounds.to ?? '…'}`);
  for (const set of childrenOf(condition, 'setvar')) {
    if (/incorrect/i.test(set.attributes['varname'] ?? set.attributes['variablename'] ?? '')) continue;
    const earned = /max/i.test(textOf(set)) ? 1 : Number(textOf(set).trim());
    if (Number.isFinite(earned)) read.points = (read.points ?? 0) + earned;
  }
  read.feedback = childrenOf(condition, 'displayfeedback').map(({ attributes }) => attributes['linkrefid'] ?? '');
  return read;
}

/** Returns the text of a field of an item's metadata, by any of its names; '' if it has none. */
export function metadataOf(item: Element, names: readonly string[]): string {
  for (const field of findAll(item, new Set(['qtimetadatafield', 'itemmetadata_field'])))
    if (names.includes(textOf(childOf(field, 'fieldlabel')).trim().toLowerCase())) return textOf(childOf(field, 'fieldentry')).trim();
  const metadata = childOf(item, 'itemmetadata');
  const own = metadata?.children.find((child): child is Element => isElement(child) && names.includes(child.name.toLowerCase()));
  return textOf(own).trim();
}
