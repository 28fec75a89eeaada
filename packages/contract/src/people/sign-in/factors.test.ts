import { expect, test } from 'vitest';
import { factorRuleSave } from './factors.ts';

test.each([
  [{ level: 'required', required_from: '2026-09-01' }, undefined],
  [{ level: 'required' }, ['required_from']],
  [{ level: 'required', required_from: null }, ['required_from']],
  [{ level: 'required', required_from: '2026-13-01' }, ['required_from']],
  [{ level: 'offered' }, undefined],
  [{ level: 'offered', required_from: null }, undefined],
])('the rule of a second factor %j is refused at %j: only a required one must have a day', (body, fields) => {
  expect(factorRuleSave.body?.safeParse(body).error?.issues.map(({ path }) => path[0])).toEqual(fields);
});
