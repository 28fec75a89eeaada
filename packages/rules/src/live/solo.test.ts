import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FORMS, type Form } from './forms.ts';
import { computeSolo, decideSoloAnswer } from './solo.ts';

test('[B2238] [LIVE-121] a missed lesson is done in its order, and shows what is right only after a question’s last form', () => {
  const after = (...answered: Form[]) => computeSolo(FORMS, answered);
  expect(after()).toEqual({ open: 'Form - 1A', known: [], readsReasons: false });
  expect(after('Form - 1A')).toEqual({ open: 'Form - 1B', known: [], readsReasons: true });
  expect(after('Form - 1A', 'Form - 1B')).toEqual({ open: 'Form - 2', known: [1], readsReasons: true });
  expect(after(...FORMS)).toEqual({ open: null, known: [1, 2], readsReasons: true });
  expect(computeSolo(['Form - 1A'], ['Form - 1A'])).toEqual({ open: null, known: [1], readsReasons: true });
});

test('[LIVE-121] for any forms and answers, nothing is known of a question that has a form to answer', () => {
  const some = fc.subarray([...FORMS]);
  fc.assert(
    fc.property(some, some, (asked, answered) => {
      const { open, known } = computeSolo(asked, answered);
      expect(open === null || (asked.includes(open) && !answered.includes(open))).toBe(true);
      const isToAnswer = (form: Form) => asked.includes(form) && !answered.includes(form);
      expect(known.includes(1) && (isToAnswer('Form - 1A') || isToAnswer('Form - 1B'))).toBe(false);
      expect(known.includes(2) && !answered.includes('Form - 2')).toBe(false);
    }),
  );
});

test('[B2239] [LIVE-122] an answer counts once and only in the open form, and a repeat of it changes nothing', () => {
  const solo = computeSolo(FORMS, ['Form - 1A']);
  expect(decideSoloAnswer(solo, 'Form - 1B', null, 5)).toEqual({ ok: true, outcome: 'accepted' });
  expect(decideSoloAnswer(solo, 'Form - 2', null, 5)).toEqual({ ok: false, refused: 'STEP_NOT_ALLOWED' });
  expect(decideSoloAnswer(solo, 'Form - 1A', 5, 5)).toEqual({ ok: true, outcome: 'repeated' });
  expect(decideSoloAnswer(solo, 'Form - 1A', 5, 6)).toEqual({ ok: false, refused: 'ALREADY_ANSWERED' });
});
