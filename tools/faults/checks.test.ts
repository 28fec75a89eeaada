import { expect, test } from 'vitest';
import { CHECKS, markOf } from './checks.ts';
import type { StormRecord } from './record.ts';

const OPENED_MS = 1_000;
const DEADLINE_MS = 61_000;
const mark = markOf(5, 1, 0, 'answer');
const remark = markOf(5, 2, 0, 'remark');

/**
 * A calm storm: two students, one form that the teacher closed at 20 s. Both answered, and the second one likes and
 * comments on the first one's post.
 */
function calm(): StormRecord {
  return {
    seed: 5,
    acknowledged: [
      { kind: 'answer', accountId: 1, form: 0, mark, postId: 11, choice: 3 },
      { kind: 'draft', accountId: 2, form: 0, mark: '', revision: 7 },
      { kind: 'comment', accountId: 2, form: 0, mark: remark },
      { kind: 'like', accountId: 2, form: 0, mark: '11' },
    ],
    submitted: [{ accountId: 1, form: 0, mark, end: 'received', refusal: null }],
    heard: [
      { accountId: 1, received: [], answeredAtMs: { 0: 5_000 }, removedAtMs: null },
      { accountId: 2, received: [], answeredAtMs: { 0: 6_000 }, removedAtMs: null },
    ],
    standings: [{ accountId: 1, place: 'running', difference: null, repairedAfterMs: 900 }],
    repairMs: 3_000,
    stored: {
      state: 'finished',
      posts: [
        { id: 11, accountId: 1, form: 0, choice: 3, text: `because ${mark}`, filedBy: 'student' },
        { id: 12, accountId: 2, form: 0, choice: null, text: '', filedBy: 'server' },
      ],
      drafts: [{ accountId: 2, form: 0, revision: 7, text: '' }],
      late: [],
      comments: [{ id: 21, postId: 11, accountId: 2, text: `but ${remark}` }],
      replies: [],
      likes: [{ postId: 11, accountId: 2 }],
      phases: [{ form: 0, openedAtMs: OPENED_MS, deadlineAtMs: DEADLINE_MS, closedAtMs: 20_000 }],
      events: [
        { name: 'assessment.started', from: 1, sequence: 1, form: 0 },
        { name: 'assessment.post.added', from: 2, sequence: 3, form: -1 },
        { name: 'assessment.phase.closed', from: 4, sequence: 4, form: 0 },
      ],
    },
    shown: [{ form: 0, answered: 1, postIds: [11], comments: [21], likes: [{ postId: 11, accountId: 2 }] }],
    acts: [{ what: 'finished', sentAtMs: 19_990, doneAtMs: 20_010 }],
    removed: [],
  };
}

const failing = (record: StormRecord): string[] => Object.entries(CHECKS).flatMap(([name, find]) => (find(record).length > 0 ? [name] : []));
const got = (text: string, atMs: number, more: object = {}) => ({ text, sentAtMs: atMs - 10, atMs, what: 'GET /posts/current/form', status: 200, ...more });

test('a lesson in which nothing went wrong passes every check', () => {
  expect(failing(calm())).toEqual([]);
});

test.each<[string, string, (record: StormRecord) => void]>([
  ['an answer that was acknowledged is gone', 'what was acknowledged is stored once', ({ stored }) => void stored.posts.shift()],
  ['an answer stands with another choice', 'what was acknowledged is stored once', ({ stored }) => void (stored.posts[0]!.choice = 4)],
  ['an answer stands with other words', 'what was acknowledged is stored once', ({ stored }) => void (stored.posts[0]!.text = 'because')],
  [
    'a draft stands at an older revision',
    'what was acknowledged is stored once',
    (record) => {
      record.stored.drafts[0]!.revision = 6;
      record.stored.posts.pop();
    },
  ],
  ['a comment is gone', 'what was acknowledged is stored once', ({ stored }) => void stored.comments.pop()],
  ['a like is gone', 'what was acknowledged is stored once', ({ stored }) => void stored.likes.pop()],
  ['a comment stands twice', 'nothing submitted is lost', ({ stored }) => void stored.comments.push({ ...stored.comments[0]!, id: 22 })],
  ['an answer still waits on its phone', 'nothing submitted is lost', ({ submitted }) => void (submitted[0]!.end = 'waiting')],
  [
    'a late answer is kept nowhere',
    'nothing submitted is lost',
    ({ submitted }) => void Object.assign(submitted[0]!, { end: 'refused', refusal: 'PHASE_CLOSED' }),
  ],
  ['a figure counts one more', 'what is stored is counted and shown', ({ shown }) => void (shown[0]!.answered = 2)],
  ['a feed lacks a post', 'what is stored is counted and shown', ({ shown }) => void shown[0]!.postIds.pop()],
  ['a feed lacks a comment', 'what is stored is counted and shown', ({ shown }) => void shown[0]!.comments.pop()],
  ['a client stays behind', 'clients are as a fresh one', ({ standings }) => void (standings[0]!.difference = 'feed')],
  ['a client is repaired too late', 'clients are as a fresh one', ({ standings }) => void (standings[0]!.repairedAfterMs = 3_001)],
  ['a form closes early', 'a form closes once, and never early', ({ acts }) => void acts.pop()],
  ['a form never closes', 'a form closes once, and never early', ({ stored }) => void (stored.phases[0]!.closedAtMs = null)],
  [
    'a form is told to be closed twice',
    'a form closes once, and never early',
    ({ stored }) => void stored.events.push({ ...stored.events[2]!, from: 5, sequence: 5 }),
  ],
  ['a form opens twice', 'a form closes once, and never early', ({ stored }) => void stored.phases.push(stored.phases[0]!)],
  ['a number is left out', 'events are numbered without gaps', ({ stored }) => void (stored.events[1]!.from = 3)],
  ['a number is given twice', 'events are numbered without gaps', ({ stored }) => void (stored.events[2]!.from = 3)],
  ['classmates’ words come before the own answer', 'nobody got what they may not', ({ heard }) => void heard[1]!.received.push(got(mark, 5_500))],
  [
    'a remark comes while a form is to be answered',
    'nobody got what they may not',
    (record) => {
      record.stored.phases.push({ form: 1, openedAtMs: 21_000, deadlineAtMs: DEADLINE_MS, closedAtMs: null });
      record.acts.push({ what: 're-assign', sentAtMs: 20_990, doneAtMs: 21_010 });
      record.heard[0]!.received.push(got(remark, 22_000));
    },
  ],
  [
    'a draft of somebody is read that was never filed',
    'nobody got what they may not',
    ({ heard }) => void heard[0]!.received.push(got(markOf(5, 2, 0, 'draft'), 30_000)),
  ],
  ['words of another lesson come', 'nobody got what they may not', ({ heard }) => void heard[0]!.received.push(got(markOf(4, 2, 0, 'answer'), 30_000))],
  ['words come that were replaced', 'nobody got what they may not', ({ heard }) => void heard[1]!.received.push(got(`crap ${mark}`, 30_000))],
  ['what is right is said before it is known', 'nobody got what they may not', ({ heard }) => void heard[1]!.received.push(got('"is_correct":true', 7_000))],
  [
    'the staff’s figures come to a student',
    'nobody got what they may not',
    ({ heard }) => void heard[1]!.received.push(got('assessment.tally.changed', 7_000)),
  ],
  [
    'somebody who was removed hears the lesson',
    'who was removed gets nothing',
    ({ heard }) => {
      heard[1]!.removedAtMs = 7_000;
      heard[1]!.received.push(got('{"channel":"private-channel-assessment-1"}', 10_000, { what: 'frame' }));
    },
  ],
  [
    'somebody who was removed is answered',
    'who was removed gets nothing',
    ({ heard }) => {
      heard[1]!.removedAtMs = 7_000;
      heard[1]!.received.push(got('{}', 7_500, { what: 'GET /live/learning/state' }));
    },
  ],
  [
    'a call fails for an unknown reason',
    'no call failed for a reason that nobody knows',
    ({ heard }) => void heard[1]!.received.push(got('{}', 7_500, { status: 500 })),
  ],
])('%s: that is noticed', (_, check, spoil) => {
  const record = calm();
  spoil(record);
  expect(failing(record)).toContain(check);
});

test.each<[string, (record: StormRecord) => void]>([
  [
    'a late answer that is kept',
    ({ submitted, stored }) => {
      Object.assign(submitted[0]!, { end: 'refused', refusal: 'PHASE_CLOSED' });
      stored.late.push({ accountId: 1, form: 0, text: mark });
    },
  ],
  [
    'a form that its deadline closed after the grace',
    ({ acts, stored }) => {
      acts.pop();
      stored.phases[0]!.closedAtMs = DEADLINE_MS + 3_000;
    },
  ],
  ['classmates’ words after the own answer', ({ heard }) => void heard[1]!.received.push(got(mark, 6_500))],
  ['what is right after the end', ({ heard }) => void heard[1]!.received.push(got('"is_valid"', 21_000))],
  [
    'an end of the subscription of who was removed',
    ({ heard }) => {
      heard[1]!.removedAtMs = 7_000;
      heard[1]!.received.push(got('{"event":"pusher:subscription_error","channel":"private-channel-assessment-1"}', 10_000, { what: 'frame' }));
    },
  ],
])('%s is nothing to complain about', (_, change) => {
  const record = calm();
  change(record);
  expect(failing(record)).toEqual([]);
});
