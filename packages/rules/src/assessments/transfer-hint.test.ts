import { describe, expect, test } from 'vitest';
import { computeTransferHints, type HintQuestion } from './transfer-hint.ts';

const question = (text: string, more: Partial<HintQuestion> = {}): HintQuestion => ({
  text,
  reasoning: '',
  tags: [],
  clusterId: null,
  standardId: null,
  past: { right: 0, answered: 0 },
  ...more,
});
const lamps = (more?: Partial<HintQuestion>) => question('Three lamps glow in series with a battery. A switch closes: how does the brightness change?', more);
const cable = (more?: Partial<HintQuestion>) => question('A long cable feeds a lamp from a battery; beside it a second lamp is switched on.', more);
const king = (more?: Partial<HintQuestion>) => question('The king wrote to parliament about taxes. What do historians learn from his letter?', more);
const kinds = (first: HintQuestion, second: HintQuestion) => computeTransferHints(first, second).map(({ kind }) => kind);

describe('a second question that looks unrelated', () => {
  test('shares no term with the first', () => expect(kinds(lamps(), king())).toEqual(['unrelated']));
  test('two shared terms are enough to be related', () => expect(kinds(lamps(), cable())).toEqual([]));
  test.each<[string, Partial<HintQuestion>]>([
    ['cluster', { clusterId: 4 }],
    ['standard', { standardId: 7 }],
    ['tag, whatever its case and accents', { tags: ['Énergie'] }],
  ])('a shared %s makes it related', (_, shared) => {
    const other = shared.tags ? { tags: ['energie', 'more'] } : shared;
    expect(kinds(lamps(shared), king(other))).toEqual([]);
  });
  test('different clusters and standards alone do not make it unrelated', () =>
    expect(kinds(lamps({ clusterId: 1, standardId: 1 }), cable({ clusterId: 2, standardId: 2 }))).toEqual([]));
  test('the reasoning behind the responses counts', () => {
    const reasoning = 'Oxygen from the air joins the metal, so the mass grows by the mass of that oxygen.';
    expect(kinds(lamps({ reasoning }), king({ reasoning }))).toEqual([]);
  });
  test('too few words, words of every question, and formulas say nothing', () => {
    expect(kinds(question('2 + 2?'), king())).toEqual([]);
    expect(kinds(question('What would happen $resistance$ next?'), king())).toEqual([]);
  });
  test('words are compared by their stems and without accents', () =>
    expect(kinds(question('Les élèves mesurent la résistance des lampes électriques'), question('Mesure la resistance de cette lampe'))).toEqual([]));
});

describe('a second question that looks much easier', () => {
  const asked = (right: number, answered: number) => ({ past: { right, answered } });
  test.each([
    ['25 points more', asked(10, 20), asked(15, 20), ['easier']],
    ['24 points more', asked(50, 100), asked(74, 100), []],
    ['harder', asked(15, 20), asked(5, 20), []],
    ['too few answers of the first', asked(0, 9), asked(20, 20), []],
    ['too few answers of the second', asked(0, 20), asked(9, 9), []],
    ['never asked before', {}, {}, []],
  ])('%s', (_, first, second, expected) => expect(kinds(lamps(first), cable(second))).toEqual(expected));
  test('says the shares in whole percent', () =>
    expect(computeTransferHints(lamps(asked(1, 12)), cable(asked(11, 12)))).toEqual([{ kind: 'easier', firstPercent: 8, secondPercent: 92 }]));
});
