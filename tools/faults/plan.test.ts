import { expect, test } from 'vitest';
import { FAULT_KINDS, makePlan } from './plan.ts';

const plans = Array.from({ length: 200 }, (_, at) => makePlan(at + 1));

test('the same seed gives the same storm, another seed another one', () => {
  expect(makePlan(7)).toEqual(makePlan(7));
  expect(makePlan(8)).not.toEqual(makePlan(7));
});

test('[B3083] within 200 seeds every kind of fault strikes, and each thing happens that people do', () => {
  const kinds = new Set(plans.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
  expect(FAULT_KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
  const scripts = plans.flatMap((plan) => plan.scripts);
  const turns = scripts.flatMap((script) => script.turns);
  const happens = {
    'moves to another phone': scripts.some(({ movesAt }) => movesAt !== null),
    'is removed': scripts.some(({ leavesAt }) => leavesAt !== null),
    'has a clock that is off': scripts.some(({ clockMs }) => clockMs !== 0),
    ...Object.fromEntries(
      (['slow', 'full', 'lost', 'stuck'] as const).map((kind) => [`has a disk that is ${kind}`, scripts.some(({ disk }) => disk?.kind === kind)]),
    ),
    'closes the tab after Submit': turns.some(({ afterwards, submitsAtMs }) => afterwards === 'closes' && submitsAtMs !== null),
    'reloads after Submit': turns.some(({ afterwards, submitsAtMs }) => afterwards === 'reloads' && submitsAtMs !== null),
    'leaves a draft': turns.some(({ submitsAtMs }) => submitsAtMs === null),
    'writes words that are replaced': turns.some(({ isCensored }) => isCensored),
    'lets the time run out': plans.some(({ runsOut }) => runsOut !== null),
    cancels: plans.some(({ cancelsIn }) => cancelsIn !== null),
    'closes a form by hand': plans.some(({ closesIn }) => closesIn !== null),
    'ends early': plans.some(({ endsIn }) => endsIn !== null),
    reveals: plans.some(({ reveals }) => reveals),
    'divides the class': plans.some(({ pairs }) => pairs?.publishes === 'before'),
    'publishes groups while the next form opens': plans.some(({ pairs }) => pairs?.publishes === 'during'),
    'drags groups': plans.some(({ pairs }) => pairs?.isDragged),
    'lets the class vote': plans.some(({ votesAfter }) => votesAfter !== null),
    ...Object.fromEntries(
      (['rewritten', 'shown-again', 'stays'] as const).map((ending) => [
        `hides what is ${ending}`,
        plans.some(({ hidings }) => hidings.some((one) => one.ending === ending)),
      ]),
    ),
    'puts screens on the wall': plans.some(({ walls }) => walls > 0),
    'chooses what walls show': plans.some(({ choosesWallAt }) => choosesWallAt.length > 0),
    rehearses: plans.some(({ rehearsal }) => rehearsal !== null),
    'has a seat': scripts.some(({ hasSeat }) => hasSeat),
    'is sent out of the seat': scripts.some(({ sentOutAt }) => sentOutAt !== null),
    'takes the seat with a second phone': scripts.some(({ hasSeat, movesAt }) => hasSeat && movesAt !== null),
    'asks the teacher': scripts.some(({ asksAt }) => asksAt !== null),
    'goes over Redis': plans.some(({ bus }) => bus === 'redis'),
    'goes over NATS': plans.some(({ bus }) => bus === 'nats'),
  };
  expect(Object.entries(happens).filter(([, isThere]) => !isThere)).toEqual([]);
});

test('classes have 30 to 300 students, mostly up to 60, and one to four things go wrong', () => {
  const sizes = plans.map(({ scripts }) => scripts.length);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(30);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(300);
  expect(sizes.filter((size) => size <= 60).length).toBeGreaterThan(150);
  expect(new Set(plans.map(({ faults }) => faults.length))).toEqual(new Set([1, 2, 3, 4]));
});
