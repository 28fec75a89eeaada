import { describe, expect, test } from 'vitest';
import { toSnapshot } from '../testing/lesson-script.ts';
import { deepFreeze } from '../testing/property.ts';
import { FORM_1A, FORM_1B, sessions } from '../testing/sessions.ts';
import { addDirty, restoreDirty, isAnythingDirty, NOTHING_DIRTY, takeDirty } from './lesson-dirty.ts';
import type { LessonEvent, LessonEventBody } from './lesson-events.ts';
import { applyLessonEvent, applyLessonEvents, currentPhase, fromSession, type LessonState } from './lesson-state.ts';

const lesson: LessonState = deepFreeze(fromSession(toSnapshot(sessions.in1A, 10)));
const numbered = (body: LessonEventBody, sequence = 11, from = sequence, epoch = lesson.epoch): LessonEvent => ({ ...body, epoch, from, sequence });
const fold = (body: LessonEventBody, on: LessonState = lesson): LessonState => {
  const next = applyLessonEvent(on, numbered(body, on.sequence + 1));
  if (next === 'reload') throw new Error('the state was asked for');
  return next;
};

test('[LIVE-57] a state is what the session shows, with nothing to ask for', () => {
  expect(lesson).toEqual({
    epoch: 7,
    sequence: 10,
    pairsRevision: 0,
    showsAnswers: 'as-answered',
    state: 'running',
    canComment: false,
    wall: null,
    dirty: NOTHING_DIRTY,
    vote: null,
    phases: [
      {
        form: FORM_1A,
        deadlineAtMs: sessions.in1A.phases[0]?.deadlineAtMs,
        closed: false,
        isOwn: false,
        asksSure: false,
        distributionRevealed: false,
        correctnessRevealed: false,
      },
    ],
  });
});

describe('what an event changes', () => {
  const later = '2026-11-20T09:30:00.000Z';
  test('[LIVE-57] a form that opens closes the one before and is the current one', () => {
    const next = fold({ name: 'assessment.started', form: FORM_1B, deadline_at: later });
    expect(next.phases.map(({ form, closed }) => [form, closed])).toEqual([
      [FORM_1A, true],
      [FORM_1B, false],
    ]);
    expect(currentPhase(next)).toMatchObject({ form: FORM_1B, deadlineAtMs: Date.parse(later) });
  });
  test.each([
    [{ name: 'assessment.phase.closed', form: FORM_1A }, { closed: true }],
    [{ name: 'assessment.time.adjustment', form: FORM_1A, deadline_at: later }, { deadlineAtMs: Date.parse(later) }],
    [
      { name: 'assessment.revealed', form: FORM_1A, what: 'distribution' },
      { distributionRevealed: true, correctnessRevealed: false },
    ],
    [
      { name: 'assessment.revealed', form: FORM_1A, what: 'correctness' },
      { distributionRevealed: false, correctnessRevealed: true },
    ],
    [{ name: 'assessment.finished' }, { closed: true }],
    [{ name: 'assessment.canceled' }, { closed: true }],
  ] as [LessonEventBody, object][])('[LIVE-57] %o changes the form', (body, change) => {
    expect(currentPhase(fold(body))).toEqual({ ...currentPhase(lesson), ...change });
  });
  test('[LIVE-99] a form that asks how sure one is says so with its opening', () => {
    expect(currentPhase(fold({ name: 'assessment.started', form: FORM_1B, deadline_at: later, asks_sure: true }))?.asksSure).toBe(true);
    expect(currentPhase(fold({ name: 'assessment.started', form: FORM_1B, deadline_at: later }))?.asksSure).toBe(false);
  });
  test('[LIVE-107] a vote is shown until it is taken away, the next form opens or the lesson ends; an older one never comes back', () => {
    const opened = fold({ name: 'assessment.vote.opened', vote_id: 4, ends_at: later });
    expect(opened.vote).toEqual({ id: 4, endsAtMs: Date.parse(later), isShown: true });
    for (const end of [
      { name: 'assessment.vote.closed', vote_id: 4 },
      { name: 'assessment.started', form: FORM_1B, deadline_at: later },
      { name: 'assessment.finished' },
      { name: 'assessment.canceled' },
    ] as LessonEventBody[]) {
      const ended = fold(end, opened);
      expect(ended.vote?.isShown).toBe(false);
      expect(fold({ name: 'assessment.vote.opened', vote_id: 4, ends_at: later }, ended).vote?.isShown).toBe(false);
    }
    expect(fold({ name: 'assessment.vote.closed', vote_id: 3 }, opened).vote?.isShown).toBe(true);
    expect(fold({ name: 'assessment.vote.opened', vote_id: 3, ends_at: later }, opened).vote?.id).toBe(4);
  });
  test('[LIVE-57] commenting and the end', () => {
    expect(fold({ name: 'assessment.settings.changed', can_comment: true }).canComment).toBe(true);
    expect(fold({ name: 'assessment.finished' }).state).toBe('finished');
    expect(fold({ name: 'assessment.canceled' }).state).toBe('canceled');
  });
  test.each([
    ['assessment.post.added', 'postIds'],
    ['assessment.post.reaction.added', 'reactionPostIds'],
    ['assessment.comment.added', 'commentIds'],
    ['assessment.reply.added', 'replyIds'],
    ['assessment.studentlogin', 'studentIds'],
  ] as const)('[LIVE-58] %s is remembered in %s, each id once, until it is asked for', (name, kind) => {
    const once = fold({ name, items: [5, 3] });
    expect(fold({ name, items: [3, 4] }, once).dirty).toEqual({ ...NOTHING_DIRTY, [kind]: [3, 4, 5] });
  });
  test('a kind of event this client does not know counts, and changes nothing else', () => {
    const unknown = { name: 'assessment.later.kind', epoch: lesson.epoch, from: 11, sequence: 11 } as unknown as LessonEvent;
    expect(applyLessonEvent(lesson, unknown)).toEqual({ ...lesson, sequence: 11 });
  });
});

describe('the order of events', () => {
  const closed: LessonEventBody = { name: 'assessment.phase.closed', form: FORM_1A };
  test.each([
    [1, 1],
    [10, 10],
    [10, 4],
  ])('[LIVE-53] an event that ends at %i (from %i) is in the state already', (sequence, from) => {
    expect(applyLessonEvent(lesson, numbered(closed, sequence, from))).toBe(lesson);
  });
  test('[LIVE-53] an event of an earlier run changes nothing', () => {
    expect(applyLessonEvent(lesson, numbered(closed, 500, 500, lesson.epoch - 1))).toBe(lesson);
  });
  test('[LIVE-54] a gap or a later run asks for the state', () => {
    expect(applyLessonEvent(lesson, numbered(closed, 12))).toBe('reload');
    expect(applyLessonEvent(lesson, numbered(closed, 15, 12))).toBe('reload');
    expect(
      applyLessonEvent(lesson, numbered({ name: 'assessment.started', form: FORM_1A, deadline_at: '2026-11-20T10:00:00.000Z' }, 1, 1, lesson.epoch + 1)),
    ).toBe('reload');
  });
  test('[LIVE-55] joined events may overlap with what is known', () => {
    const next = applyLessonEvent(lesson, numbered({ name: 'assessment.post.added', items: [1, 2, 3] }, 12, 9));
    expect(next).toMatchObject({ sequence: 12, dirty: { postIds: [1, 2, 3] } });
  });
  test('[LIVE-54] an event about a form that is not known asks for the state', () => {
    expect(applyLessonEvent(lesson, numbered({ name: 'assessment.phase.closed', form: FORM_1B }))).toBe('reload');
  });
  test('[LIVE-54] a list of events stops at the first gap', () => {
    expect(applyLessonEvents(lesson, [numbered(closed), numbered(closed, 13)])).toBe('reload');
    expect(applyLessonEvents(lesson, [numbered(closed), numbered({ name: 'assessment.settings.changed', can_comment: true }, 12)])).toMatchObject({
      sequence: 12,
      canComment: true,
    });
  });
  test('[LIVE-56] the opening of a form that the state knows to be closed does not open it, nor move its deadline', () => {
    const ahead: LessonState = { ...fold(closed), sequence: 10 };
    const next = applyLessonEvent(ahead, numbered({ name: 'assessment.started', form: FORM_1A, deadline_at: '2026-11-20T23:00:00.000Z' }));
    expect(next).toEqual({ ...ahead, sequence: 11 });
  });
});

describe('what is to be asked for', () => {
  const dirty = { ...NOTHING_DIRTY, postIds: [1, 2], studentIds: [9] };
  test('[LIVE-58] is taken before asking, so that what changes meanwhile is not lost', () => {
    const taken = takeDirty({ ...lesson, dirty });
    expect(taken).toEqual({ dirty, lesson: { ...lesson, dirty: NOTHING_DIRTY } });
    expect(fold({ name: 'assessment.post.added', items: [2] }, taken.lesson).dirty.postIds).toEqual([2]);
  });
  test('[LIVE-58] is given back when asking fails', () => {
    const since = fold({ name: 'assessment.post.added', items: [3, 2] });
    expect(restoreDirty(since, dirty).dirty).toEqual({ ...NOTHING_DIRTY, postIds: [1, 2, 3], studentIds: [9] });
  });
  test('[LIVE-58] is nothing in a lesson that was just asked for', () => {
    expect(isAnythingDirty(NOTHING_DIRTY)).toBe(false);
    expect(isAnythingDirty(dirty)).toBe(true);
    expect(takeDirty(lesson).lesson).toBe(lesson);
    expect(addDirty(dirty, 'postIds', [2, 1])).toBe(dirty);
  });
});
