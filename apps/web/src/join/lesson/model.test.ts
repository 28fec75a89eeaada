import { describe, expect, test } from 'vitest';
import { active, event, post, question, session } from '../testing/lesson-data.ts';
import { effectsOf } from './lesson-effects.ts';
import {
  changePost,
  explainedIn,
  feedOf,
  isOwnId,
  isSettled,
  NOTHING_KNOWN,
  phaseOf,
  questionOf,
  takeActive,
  takeEvent,
  takeFeed,
  takeOwnLesson,
  takeSession,
  type LessonModel,
} from './model.ts';

const opened = takeActive(NOTHING_KNOWN, active());
const other = { ...question, id: 2, title: 'A heater in the shed' };

/** Applies an event that is known to follow. */
function after(model: LessonModel, ...args: Parameters<typeof event>): LessonModel {
  const next = takeEvent(model, event(...args));
  if (next === 'reload') throw new Error('asked for the state');
  return next;
}
const effects = (before: LessonModel, next: LessonModel) => (next.known ? effectsOf(before.known, next.known) : []);

describe('where the student stands', () => {
  test('shows title, question and form', () => {
    expect(opened).toMatchObject({ assessment: { title: 'Simple circuits' }, question: { title: 'Closing a switch' }, ownPosts: {} });
    expect(phaseOf(opened)).toMatchObject({ form: 'Form - 1A', closed: false });
  });

  test('an answer that is older than what events said takes nothing back', () => {
    const closed = after(opened, 6, { name: 'assessment.phase.closed', form: 'Form - 1A' });
    expect(phaseOf(takeActive(closed, active()))).toMatchObject({ closed: true });
  });

  test('the question of a form that is no longer the last one is not shown', () => {
    const next = after(opened, 6, {
      name: 'assessment.started',
      form: 'Form - 2',
      time: { hour: 0, minute: 2, second: 0 },
      question_id: 2,
      GenerateEventOnStudentSide: true,
      deadline_at: '2026-11-20T10:05:00.000Z',
      question: other,
    });
    expect(takeActive(next, active()).question).toMatchObject({ title: 'A heater in the shed' });
  });

  test('[B2132] the response that the teacher explains on the wall is marked once this student may know which is right', () => {
    const wall = { name: 'assessment.wall.changed', show: 'explain', of: 'Form - 1A', step: 1, form: 'Form - 1A', ended: false } as const;
    const explained = after(opened, 6, wall);
    expect(explainedIn(explained, 'Form - 1A')).toBeNull();
    const responses = question.responses.map((response, index) => ({ ...response, is_valid: index === 1 }));
    const known = { ...explained, question: { ...question, responses } };
    expect(explainedIn(known, 'Form - 1A')).toBe(responses[0]!.id); // the first wrong one
    expect(explainedIn(after(known, 7, { ...wall, step: 0 }), 'Form - 1A')).toBe(responses[1]!.id);
    expect(explainedIn(after(known, 7, { ...wall, show: 'question' }), 'Form - 1A')).toBeNull();
  });

  test('another run begins with nothing of the earlier one', () => {
    const answered = takeActive(NOTHING_KNOWN, active({ post_response: post(1, 7) }));
    const again = takeSession(answered, session({ id: 41, epoch: 41, sequence: 1 }));
    expect(again).toMatchObject({ question: null, ownPosts: {}, feed: null });
    expect(effects(answered, again)).toEqual(['other-run']);
  });

  test('a straggler of an earlier run changes nothing', () => {
    expect(takeSession(opened, session({ epoch: 39, state: 'canceled', sequence: 99 }))).toBe(opened);
  });
});

describe('events', () => {
  test('[L373] a form that opens brings its question along: no call is needed', () => {
    const next = after(opened, 6, {
      name: 'assessment.started',
      form: 'Form - 1B',
      time: { hour: 0, minute: 2, second: 0 },
      question_id: 1,
      GenerateEventOnStudentSide: true,
      deadline_at: '2026-11-20T10:05:00.000Z',
      question,
    });
    expect(next.question).toEqual(question);
    expect(effects(opened, next)).toEqual(['form-opened']);
  });

  test('a form that opens without its question leaves none on the screen', () => {
    const next = after(opened, 6, {
      name: 'assessment.started',
      form: 'Form - 2',
      time: { hour: 0, minute: 2, second: 0 },
      question_id: 2,
      GenerateEventOnStudentSide: true,
      deadline_at: '2026-11-20T10:05:00.000Z',
    });
    expect(next.question).toBeNull();
  });

  test('[L399] a gap asks for the state; the same event twice changes nothing', () => {
    expect(takeEvent(opened, event(7, { name: 'assessment.phase.closed', form: 'Form - 1A' }))).toBe('reload');
    expect(takeEvent(opened, event(5, { name: 'assessment.phase.closed', form: 'Form - 1A' }))).toBe(opened);
  });

  test('before anything is known the state is asked for', () => {
    expect(takeEvent(NOTHING_KNOWN, event(1, { name: 'assessment.settings.changed', can_comment: true }))).toBe('reload');
  });

  test('posts, comments and likes lead to the feed, commenting and time do not', () => {
    expect(effects(opened, after(opened, 6, { name: 'assessment.comment.added', items: [9] }))).toEqual(['load-feed']);
    expect(effects(opened, after(opened, 6, { name: 'assessment.settings.changed', can_comment: true }))).toEqual([]);
    expect(
      effects(
        opened,
        after(opened, 6, {
          name: 'assessment.time.adjustment',
          type: 'increase',
          time: 1,
          assessment_id: 8,
          deadline_at: '2026-11-20T10:04:00.000Z',
          form: 'Form - 1A',
        }),
      ),
    ).toEqual([]);
  });

  test('closing, revealing, finishing and canceling each have their effect', () => {
    const closed = after(opened, 6, { name: 'assessment.phase.closed', form: 'Form - 1A' });
    expect(effects(opened, closed)).toEqual(['form-closed', 'load-feed']);
    expect(effects(closed, after(closed, 7, { name: 'assessment.revealed', form: 'Form - 1A', what: 'correctness' }))).toEqual(['revealed', 'load-feed']);
    expect(effects(opened, after(opened, 6, { name: 'assessment.finished', assessment_id: 8 }))).toEqual(['finished']);
    expect(effects(opened, after(opened, 6, { name: 'assessment.canceled', assessment_id: 8 }))).toEqual(['canceled']);
  });
});

describe('a form before the last one', () => {
  const later = takeActive(NOTHING_KNOWN, active({ session: session({}, ['Form - 1A', 'Form - 1B']) }));
  const feed = { form: 'Form - 1A', visible: true, posts: [post(1, 7), post(2, 8)], distribution: null } as const;

  test('[L249] keeps its feed, its question and what was written in it', () => {
    const answered = takeFeed(takeActive(NOTHING_KNOWN, active({ post_response: post(1, 7) })), feed, 7);
    const next = after(answered, 6, {
      name: 'assessment.started',
      form: 'Form - 1B',
      time: { hour: 0, minute: 2, second: 0 },
      question_id: 1,
      GenerateEventOnStudentSide: true,
      deadline_at: '2026-11-20T10:05:00.000Z',
      question,
    });
    expect(next.feed).toBeNull();
    expect(feedOf(next, 'Form - 1A')?.posts.map(({ id }) => id)).toEqual([1, 2]);
    expect(questionOf(next, 'Form - 1A')).toEqual(question);
    const liked = changePost(next, 2, (one) => ({ ...one, total_likes: [7] }));
    expect(feedOf(liked, 'Form - 1A')?.posts.map(({ total_likes }) => total_likes)).toEqual([[], [7]]);
  });

  test('does not take the place of the last one', () => {
    const next = takeFeed(later, feed, 7);
    expect(next.feed).toBeNull();
    expect(next.ownPosts['Form - 1A']?.id).toBe(1);
    expect(feedOf(next, 'Form - 1A')?.visible).toBe(true);
  });

  test('is settled once the server has said what was filed, and not before', () => {
    const own = { form: 'Form - 1A' as const, question_id: 1, post: null, late: [], distribution: null };
    const open = { form: 'Form - 1B' as const, question_id: 1, post: null, late: [], distribution: null };
    expect(isSettled(later, 'Form - 1A')).toBe(false);
    const told = takeOwnLesson(later, { same_way: null, questions: [question], answers: [own, open] });
    expect(['Form - 1A', 'Form - 1B'].map((form) => isSettled(told, form as 'Form - 1A'))).toEqual([true, false]);
    expect(questionOf(told, 'Form - 1A')).toEqual(question);
    const filed = takeOwnLesson(later, { same_way: null, questions: [question], answers: [{ ...own, post: post(1, 7) }, open] });
    expect(filed.ownPosts['Form - 1A']?.id).toBe(1);
  });

  test('a closed form is settled by the answer that tells where the student stands', () => {
    const closed = takeActive(NOTHING_KNOWN, active({ session: session({}, ['Form - 1A'], true) }));
    expect(isSettled(closed, 'Form - 1A')).toBe(true);
    expect(isSettled(opened, 'Form - 1A')).toBe(false);
  });
});

describe('[LIVE-112] a lesson without names', () => {
  const alias = { id: -5, name: 'Teal Otter' };
  const nameless = takeActive(NOTHING_KNOWN, active({ post_response: post(1, 7, { is_correct: true }), alias }));
  const feed = { form: 'Form - 1A', visible: true, posts: [post(2, -9), post(1, -5)], distribution: null } as const;

  test('the own post is found by the alias, and keeps whether it is right, of which the feed says nothing', () => {
    const next = takeFeed(nameless, feed, 7);
    expect(next.ownPosts['Form - 1A']).toMatchObject({ id: 1, account: { id: -5 }, is_correct: true });
  });

  test('an id is the student’s own by account or alias, and no other', () => {
    expect([7, -5, -9, 8].map((id) => isOwnId(nameless, id, 7))).toEqual([true, true, false, false]);
    expect([7, -5].map((id) => isOwnId(opened, id, 7))).toEqual([true, false]);
  });

  test('another run forgets the alias', () => {
    expect(takeSession(nameless, session({ id: 41, epoch: 41, sequence: 1 })).alias).toBeNull();
  });
});
