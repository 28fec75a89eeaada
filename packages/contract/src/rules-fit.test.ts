import * as rules from '@classwright/rules';
import { expect, expectTypeOf, test } from 'vitest';
import type { Menus } from './people/sign-in/calls.ts';
import type { ErrorCode } from './errors.ts';
import type { LessonEvent } from './lesson/live/events.ts';
import type { DistributionView, SessionView, TallyView, TransitionView } from './lesson/live/views.ts';
import type { RichTextDocument } from './rich-text.ts';

type Refused<Decision> = Decision extends { ok: false; refused: infer Code } ? Code : never;

test('what the rules take and give is what goes over the wire', () => {
  expectTypeOf<LessonEvent>().toExtend<rules.LessonEvent>();
  expectTypeOf<LessonEvent['name']>().toEqualTypeOf<rules.LessonEvent['name']>();
  expectTypeOf<SessionView>().toExtend<rules.SessionSnapshot>();
  expectTypeOf<rules.Distribution>().toExtend<DistributionView>();
  expectTypeOf<rules.Tally>().toExtend<TallyView>();
  expectTypeOf<rules.Transitions>().toExtend<TransitionView>();
  expectTypeOf<ReturnType<typeof rules.computeMenus>>().toExtend<Menus>();
  expectTypeOf<RichTextDocument>().toEqualTypeOf<rules.RichTextDocument>();
  expectTypeOf<Refused<rules.SessionDecision | rules.AnswerDecision | rules.DraftDecision>>().toExtend<ErrorCode>();
  expectTypeOf<rules.CommentRefusal | rules.ReactionRefusal | rules.RevealRefusal>().toExtend<ErrorCode>();
  expectTypeOf<rules.VoteRefusal | rules.BallotRefusal>().toExtend<ErrorCode>();
});

test('a session and an event of the wire are folded as they are', () => {
  const session: SessionView = {
    id: 7,
    assessment_id: 3,
    state: 'running',
    form: 'Form - 1A',
    phase_open: true,
    deadline_at: '2026-11-20T09:10:00.000Z',
    server_time: '2026-11-20T09:00:00.000Z',
    epoch: 7,
    sequence: 1,
    can_comment: false,
    pairs_revision: 0,
    attempts: [
      {
        form: 'Form - 1A',
        minutes: 10,
        opened_at: '2026-11-20T09:00:00.000Z',
        deadline_at: '2026-11-20T09:10:00.000Z',
        closed_at: null,
        distribution_revealed: false,
        correctness_revealed: false,
      },
    ],
  };
  const event: LessonEvent = {
    name: 'assessment.settings.changed',
    can_comment: true,
    epoch: 7,
    from: 2,
    sequence: 2,
    server_time: '2026-11-20T09:01:00.000Z',
  };
  expect(rules.applyLessonEvent(rules.fromSession(session), event)).toMatchObject({
    sequence: 2,
    canComment: true,
    phases: [{ form: 'Form - 1A', closed: false }],
  });
});
