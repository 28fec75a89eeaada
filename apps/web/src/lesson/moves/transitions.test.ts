import { expect, test } from 'vitest';
import { flowsOf, movedTotal } from './transitions.ts';

const empty = { type: 'doc' as const, content: [] };
const response = (id: number, position: number, is_valid: boolean) => ({
  id,
  position,
  response: `Response ${position}`,
  is_valid,
  description: empty,
  match_label: '',
});
const question = { responses: [response(11, 1, true), response(12, 2, false)] };

test('[LIVE-46] every pair of choices is a flow of its kind, in the order of the choices', () => {
  const flows = flowsOf(
    {
      flows: [
        { from_response_id: 12, to_response_id: 12, count: 2 },
        { from_response_id: 12, to_response_id: 11, count: 5 },
        { from_response_id: 11, to_response_id: 12, count: 1 },
        { from_response_id: 11, to_response_id: 11, count: 4 },
      ],
    },
    question,
  );
  expect(flows.map(({ from, to, move, count }) => `${from.letter}${to.letter} ${move} ${count}`)).toEqual([
    'AA kept_right 4',
    'AB right_to_wrong 1',
    'BA wrong_to_right 5',
    'BB kept_wrong 2',
  ]);
});

test('a response that the question does not have is in no flow', () => {
  expect(flowsOf({ flows: [{ from_response_id: 12, to_response_id: 99, count: 2 }] }, question)).toEqual([]);
});

test('the four numbers hold everybody once', () => {
  expect(movedTotal({ kept_right: 4, wrong_to_right: 5, right_to_wrong: 1, kept_wrong: 2 })).toBe(12);
});
