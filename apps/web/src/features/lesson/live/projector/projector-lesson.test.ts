import type { ProjectorStandingView, ProjectorView } from '@classwright/contract/lesson/live/projector';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { projector, run, broadcastOf } from '../testing/projector-data.ts';
import { takeStanding } from './projector-lesson.ts';

test('[B873] what is told again, late or of an earlier moment changes nothing', () => {
  const known = projector({ as_of: 1005 });
  expect(takeStanding(known, broadcastOf({ as_of: 1005 }))).toBe(known);
  expect(takeStanding(known, broadcastOf({ as_of: 1004 }, null))).toBe(known);
});

test('[B873] a question whose words are not known is asked for: the transfer question, that of another run, and any at first', () => {
  expect(takeStanding(projector(), broadcastOf({}, run('Form - 2')))).toBe('ask');
  expect(takeStanding(projector(), broadcastOf({}, run('Form - 1A', { epoch: 41 })))).toBe('ask');
  expect(takeStanding(null, broadcastOf())).toBe('ask');
  expect(takeStanding(projector(), broadcastOf({}, run('Form - 1B')))).toMatchObject({ run: { form: 'Form - 1B' }, question: projector().question });
});

test('before and after a run there is no question, and none is asked for', () => {
  expect(takeStanding(null, broadcastOf({}, null))).toMatchObject({ stage: 'ready', question: null });
  expect(takeStanding(projector(), broadcastOf({ stage: 'finished' }, null))).toMatchObject({ stage: 'finished', run: null, question: null });
});

test('[B873] whatever is lost, doubled or overtaken on the way: once the last is told or asked for, the wall shows what a fresh load shows', () => {
  const form = fc.constantFrom('Form - 1A' as const, 'Form - 1B' as const, 'Form - 2' as const);
  const step = fc.option(fc.record({ form, epoch: fc.constantFrom(40, 41), answered: fc.nat(3) }), { freq: 4 });
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.boolean()), { minLength: 1, maxLength: 12 }), fc.infiniteStream(fc.nat()), (steps, chance) => {
      const views = steps.map(([one], index) =>
        one ? projector({ as_of: index }, run(one.form, one)) : projector({ as_of: index, stage: index % 2 === 0 ? 'ready' : 'finished' }, null),
      );
      const last = views.at(-1)!;
      const kept = views.filter((_view, index) => steps[index]![1]);
      const order = kept
        .map((view) => ({ view, at: chance.next().value }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ view }) => view);
      let known: ProjectorView | null = null;
      for (const view of [...order, ...kept.slice(0, 1), last]) {
        const { question: _question, ...standing } = view;
        const next: ProjectorView | 'ask' = takeStanding(known, standing satisfies ProjectorStandingView);
        known = next === 'ask' ? last : next; // a request is answered with the current state
      }
      expect(known).toEqual(last);
    }),
  );
});
