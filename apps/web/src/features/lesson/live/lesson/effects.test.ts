import { addDirty, NOTHING_DIRTY } from '@classwright/rules/live/lesson-dirty';
import { fromSession, type LessonState } from '@classwright/rules/live/lesson-state';
import { expect, test } from 'vitest';
import { inForms } from '../testing/staff-data.ts';
import { effectsOf } from './effects.ts';

const open = fromSession(inForms(['Form - 1A']));
const asked = (before: LessonState | null, after: LessonState, jumped?: boolean) => {
  const { parts, turn } = effectsOf(before, after, jumped);
  return { turn, parts: [...parts].sort() };
};
const dirty = (kind: Parameters<typeof addDirty>[1]) => ({ ...open, dirty: addDirty(NOTHING_DIRTY, kind, [1]) });

test.each([
  ['a post', 'postIds', ['feed', 'roster']],
  ['a login', 'studentIds', ['roster']],
  ['a like', 'reactionPostIds', ['feed']],
  ['a comment', 'commentIds', ['feed', 'logs']],
  ['a reply', 'replyIds', ['feed']],
] as const)('%s makes stale what shows it, and nothing else', (_what, kind, parts) => {
  expect(asked(open, dirty(kind))).toEqual({ turn: null, parts });
});

test('nothing is asked for when nothing that is shown has changed', () => {
  expect(asked(open, { ...open, canComment: true, sequence: 6 })).toEqual({ turn: null, parts: [] });
});

test('turns of the lesson are told, and asked about', () => {
  const closed = fromSession(inForms(['Form - 1A'], {}, true));
  const parts = ['feed', 'logs', 'roster'];
  expect(asked(open, closed)).toEqual({ turn: 'closed', parts: [...parts, 'summary'] });
  expect(asked(open, fromSession(inForms(['Form - 1A', 'Form - 1B'])))).toEqual({ turn: 'opened', parts: [...parts, 'summary'] });
  expect(asked(open, { ...closed, state: 'finished' })).toEqual({ turn: 'finished', parts: ['assessment', ...parts, 'summary'] });
  expect(asked(open, { ...closed, state: 'canceled' })).toEqual({ turn: 'canceled', parts: ['assessment', ...parts] });
  expect(asked({ ...closed, state: 'canceled' }, { ...open, epoch: 41 })).toEqual({ turn: 'started', parts: ['assessment', ...parts] });
});

test('[LIVE-57] a state that no events led to asks for whatever they would have said', () => {
  expect(asked(open, { ...open, sequence: 12 }, true)).toEqual({ turn: null, parts: ['feed', 'logs', 'roster'] });
});
