import { expect, test } from 'vitest';
import { stepsOf } from '../classroom/steps.ts';
import { type Mark, partOf, SWEEP } from './part.ts';

const scheduled = { scope: 'classes', mode: 'scheduled', only_grades: false } as const;
const names = (marks: readonly Mark['what'][], rest: boolean) =>
  stepsOf(
    scheduled,
    partOf(
      marks.map((what, mark) => ({ what, external_id: '', mark })),
      rest,
    ),
  ).map(({ name }) => name);

test('[B1167] a run by the clock leaves out what Google tells of, unless it has', () => {
  const all = stepsOf(scheduled, null).map(({ name }) => name);
  expect(stepsOf(scheduled, SWEEP).map(({ name }) => name)).toEqual(all);
  expect(names([], true)).toEqual(all.filter((name) => !['members', 'works', 'submissions'].includes(name)));
  expect(names(['people', 'works', 'submissions'], true)).toEqual(all);
});

test('[B1163] a run that messages began reads what they tell of, new topics before new works', () => {
  expect(names(['submissions'], false)).toEqual(['submissions']);
  expect(names(['people'], false)).toEqual(['members']);
  expect(names(['works'], false)).toEqual(['topics', 'works', 'drafts']);
  expect(names(['submissions', 'works', 'people'], false)).toEqual(['members', 'topics', 'works', 'drafts', 'submissions']);
});
