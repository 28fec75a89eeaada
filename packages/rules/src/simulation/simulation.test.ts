import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chooseAfterTalk,
  chooseAlone,
  choosePartners,
  type Choice,
  computeArrival,
  computeShares,
  computeThinking,
  listManners,
  planForm,
  TALK,
} from './index.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const sizes = fc.integer({ min: 8, max: 60 });
const right: Choice = { id: 1, isRight: true, chosen: 0 };
const wrong: Choice = { id: 2, isRight: false, chosen: 0 };
const other: Choice = { id: 3, isRight: false, chosen: 0 };

test('[B2110] [LIVE-79] a class has its few who are late, lost, silent or away, and most who answer', () => {
  fc.assert(
    fc.property(seeds, sizes, (seed, size) => {
      const manners = listManners(seed, size);
      const count = (manner: string) => manners.filter((one) => one === manner).length;
      expect(manners).toHaveLength(size);
      expect([count('drops'), count('late'), count('absent')]).toEqual([1, 2, 1]);
      expect(count('drafts')).toBe(size < 16 ? 1 : 3);
      expect(listManners(seed, size)).toEqual(manners);
    }),
  );
});

test('[B2110] they arrive within 20 seconds, the late ones after, and think around 40 seconds', () => {
  fc.assert(
    fc.property(seeds, sizes, (seed, student) => {
      expect(computeArrival(seed, student, 'answers')).toBeLessThanOrEqual(20);
      expect(computeArrival(seed, student, 'late')).toBeGreaterThan(20);
      expect(computeArrival(seed, student, 'absent')).toBeNull();
    }),
  );
  const times = Array.from({ length: 999 }, (_, student) => computeThinking(7, student, 'Form - 1A')).sort((a, b) => a - b);
  expect(times[499]).toBeGreaterThan(36);
  expect(times[499]).toBeLessThan(44);
});

test('[B2110] a form is done in the order draft, answer, likes; nobody who is away does anything', () => {
  fc.assert(
    fc.property(seeds, sizes, fc.constantFrom('Form - 1A', 'Form - 1B', 'Form - 2'), (seed, student, form) => {
      const acts = planForm(seed, student, 'answers', form);
      expect(acts.slice(0, 2).map(({ act }) => act)).toEqual(['draft', 'send']);
      expect(acts[0]!.at).toBeLessThan(acts[1]!.at);
      for (const { at } of acts.slice(2)) expect(at).toBeGreaterThan(acts[1]!.at);
      expect(planForm(seed, student, 'absent', form)).toEqual([]);
      expect(planForm(seed, student, 'drafts', form).map(({ act }) => act)).toEqual(['draft']);
    }),
  );
});

test('[B2111] choices go by the history of the question, and by 45, 30, 15 and 10 without one', () => {
  expect(computeShares([wrong, right, other, { ...other, id: 4 }])).toEqual([0.3, 0.45, 0.15, 0.1]);
  expect(
    computeShares([
      { ...wrong, chosen: 30 },
      { ...right, chosen: 10 },
    ]),
  ).toEqual([0.75, 0.25]);
  expect(computeShares(Array.from({ length: 6 }, (_, id) => ({ ...wrong, id })))).not.toContain(0);
  fc.assert(
    fc.property(fc.array(fc.record({ isRight: fc.boolean(), chosen: fc.integer({ min: 0, max: 50 }) }), { minLength: 1, maxLength: 8 }), (drawn) => {
      const shares = computeShares(drawn.map((one, id) => ({ ...one, id })));
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    }),
  );
  const picked = Array.from({ length: 1000 }, (_, student) => chooseAlone(3, student, 'Form - 1A', [wrong, right]));
  const share = picked.filter((choice) => choice === right).length / 1000;
  expect(share).toBeGreaterThan(0.55);
  expect(share).toBeLessThan(0.65);
  expect(chooseAlone(3, 1, 'Form - 1A', [])).toBeNull();
});

test('[B2111] everybody talks to one other, who chose differently where no choice is the majority', () => {
  fc.assert(
    fc.property(seeds, fc.array(fc.constantFrom(right, wrong, other), { minLength: 2, maxLength: 60 }), (seed, choices) => {
      const answers = choices.map((choice, student) => ({ student, choice }));
      const partners = choosePartners(seed, answers);
      expect([...partners.keys()].sort((a, b) => a - b)).toEqual(answers.map(({ student }) => student));
      for (const [one, partner] of partners) expect(partner).not.toBe(one);
      const most = Math.max(...[right, wrong, other].map((choice) => choices.filter((chosen) => chosen === choice).length));
      const isMajority = choices.length % 2 === 1 || most > choices.length / 2;
      const alike = [...partners].filter(([one, partner]) => choices[one] === choices[partner]);
      expect(isMajority ? [] : alike).toEqual([]);
    }),
  );
});

test('[B2111] talking to somebody who is right convinces 60 of 100 in every class, and a wrong one misleads about 8', () => {
  const share = (seed: number, size: number, own: Choice, partner: Choice, becomes: Choice) => {
    const answers = Array.from({ length: 2 * size }, (_, student) => ({ student, choice: student < size ? own : partner }));
    const after = chooseAfterTalk(seed, answers, (student) => (student < size ? student + size : undefined));
    return answers.slice(0, size).filter(({ student }) => after.get(student) === becomes).length / size;
  };
  for (let seed = 1; seed <= 200; seed += 1) expect(share(seed, 10, wrong, right, right)).toBe(TALK.convinces);
  expect(share(11, 2000, right, wrong, wrong)).toBeCloseTo(TALK.misleads, 1);
  expect(share(1, 30, wrong, other, wrong)).toBe(1);
  const alone = [
    { student: 1, choice: null },
    { student: 2, choice: right },
    { student: 3, choice: wrong },
  ];
  expect([...chooseAfterTalk(1, alone, (student) => (student === 1 ? 2 : undefined)).values()]).toEqual([right, right, wrong]);
});
