import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLesson, run } from '../testing/classroom.ts';
import { checkProperty } from '../testing/property.ts';
import { FORM_1A, FORM_1B, FORM_2 } from '../testing/sessions.ts';
import { FORMS, type Form } from './forms.ts';
import { decide, type SessionAction } from './machine.ts';
import { computeLessonStep, type StepFacts } from './next-step.ts';
import { computeStatusButton } from './steps.ts';

type Phase = StepFacts['phases'][number];
const open = (form: Form): Phase => ({ form, closed: false, distributionRevealed: false, correctnessRevealed: false });
const closed = (form: Form, ...revealed: ('distribution' | 'correctness')[]): Phase => ({
  form,
  closed: true,
  distributionRevealed: revealed.includes('distribution'),
  correctnessRevealed: revealed.includes('correctness'),
});
const facts = (phases: Phase[], more: Partial<StepFacts> = {}): StepFacts => ({ phases, here: 30, answered: 12, pairs: 'none', ...more });
const all = { here: 30, answered: 30 };
const DISTRIBUTION = 'distribution' as const;

test.each([
  ['before a run there is none', facts([]), null],
  ['1A, some think', facts([open(FORM_1A)]), { step: 're-assign', form: FORM_1B }],
  ['1A, nobody is here', facts([open(FORM_1A)], { here: 0, answered: 0 }), { step: 're-assign', form: FORM_1B }],
  ['1A, all have answered', facts([open(FORM_1A)], all), { step: 'close', form: FORM_1A }],
  ['1A, most have answered', facts([open(FORM_1A)], { here: 30, answered: 24 }), { step: 'close', form: FORM_1A }],
  ['1A, one short of most', facts([open(FORM_1A)], { here: 30, answered: 23 }), { step: 're-assign', form: FORM_1B }],
  ['1A closed', facts([closed(FORM_1A)], all), { step: 're-assign', form: FORM_1B }],
  ['1A closed, pairs can be made', facts([closed(FORM_1A)], { pairs: 'offered' }), { step: 'pair', form: FORM_1A }],
  ['1A closed, pairs are made', facts([closed(FORM_1A)], { pairs: 'made' }), { step: 're-assign', form: FORM_1B }],
  ['1B, some think, pairs can be made', facts([closed(FORM_1A), open(FORM_1B)], { pairs: 'offered' }), { step: 'next', form: FORM_2 }],
  ['1B, all have answered', facts([closed(FORM_1A), open(FORM_1B)], all), { step: 'close', form: FORM_1B }],
  ['1B closed', facts([closed(FORM_1A), closed(FORM_1B)]), { step: 'show', form: FORM_1B }],
  ['1B closed, only 1A shown', facts([closed(FORM_1A, DISTRIBUTION), closed(FORM_1B)]), { step: 'show', form: FORM_1B }],
  ['1B closed, change shown', facts([closed(FORM_1A, DISTRIBUTION), closed(FORM_1B, DISTRIBUTION)]), { step: 'reveal', form: FORM_1B }],
  ['1B closed, explained without the change', facts([closed(FORM_1A), closed(FORM_1B, 'correctness')]), { step: 'next', form: FORM_2 }],
  ['1B closed, right revealed by 1A', facts([closed(FORM_1A, 'correctness'), closed(FORM_1B)]), { step: 'next', form: FORM_2 }],
  ['2, all have answered', facts([closed(FORM_1A), closed(FORM_1B), open(FORM_2)], all), { step: 'close', form: FORM_2 }],
  ['2, some think', facts([closed(FORM_1A), closed(FORM_1B), open(FORM_2)]), { step: 'finished', form: FORM_2 }],
  ['2 closed, 1B explained', facts([closed(FORM_1A), closed(FORM_1B, 'correctness'), closed(FORM_2)]), { step: 'show', form: FORM_2 }],
  ['2 closed and shown', facts([closed(FORM_1A), closed(FORM_1B), closed(FORM_2, DISTRIBUTION)]), { step: 'reveal', form: FORM_2 }],
  ['2 explained', facts([closed(FORM_1A), closed(FORM_1B), closed(FORM_2, DISTRIBUTION, 'correctness')]), { step: 'finished', form: FORM_2 }],
] as const)('[B2090] [LIVE-73] %s', (_name, given, expected) => {
  expect(computeLessonStep(given)).toEqual(expected);
});

/** Returns the actions that a step stands for on a server. */
function toActions(step: NonNullable<ReturnType<typeof computeLessonStep>>): SessionAction[] {
  switch (step.step) {
    case 'close':
      return [{ type: 'close', form: step.form }];
    case 'show':
      return FORMS.slice(step.form === FORM_2 ? 2 : 0, FORMS.indexOf(step.form) + 1).map((form) => ({ type: 'reveal', form, what: DISTRIBUTION }));
    case 'reveal':
      return [{ type: 'reveal', form: step.form, what: 'correctness' }];
    case 'pair':
      return [];
    default:
      return [{ type: 'step', step: step.step, minutes: 5 }];
  }
}

test('[LIVE-73] wherever a lesson stands, its next step is allowed, and steps alone lead to the end', () => {
  let walked = 0;
  checkProperty(
    fc.property(anyLesson, fc.boolean(), (happenings, isAllHere) => {
      const room = run(happenings).at(-1)!.after;
      if (room.session.state !== 'running') return;
      walked += 1;
      let { session } = room;
      for (let taken = 0; session.state === 'running'; taken += 1) {
        expect(taken).toBeLessThan(12);
        const phases = session.phases.map((phase) => ({ ...phase, closed: phase.closedAtMs !== null }));
        const next = computeLessonStep({ phases, here: 3, answered: isAllHere ? 3 : 2, pairs: 'none' })!;
        expect(next.step === 'close' || !isAllHere || session.phases.at(-1)?.closedAtMs !== null).toBe(true);
        for (const action of toActions(next)) {
          const decision = decide(session, action, room.nowMs + taken);
          if (!decision.ok) throw new Error(`${next.step} was refused: ${decision.refused}`);
          session = decision.next;
        }
      }
      expect(session.state).toBe('finished');
    }),
  );
  expect(walked).toBeGreaterThan(50);
});

test('[LIVE-73] the status button of the specification stays allowed at every moment, so that every step can be skipped', () => {
  checkProperty(
    fc.property(anyLesson, (happenings) => {
      for (const { after } of run(happenings).filter((outcome) => outcome.after.session.state === 'running')) {
        const button = computeStatusButton(after.session.phases.length)!;
        expect(decide(after.session, { type: 'step', step: button.action, minutes: 5 }, after.nowMs).ok).toBe(true);
      }
    }),
  );
});
