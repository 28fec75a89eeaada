import { expect, test } from 'vitest';
import { CHECKS, markOf } from './checks.ts';
import type { StormRecord } from './record.ts';

const OPENED_MS = 1_000;
const DEADLINE_MS = 61_000;
const mark = markOf(5, 1, 0, 'answer');
const remark = markOf(5, 2, 0, 'remark');
const line = markOf(5, 2, 0, 'line');

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
      { kind: 'line', accountId: 2, form: 0, mark: line },
      { kind: 'ballot', accountId: 2, form: -1, mark: '31', choice: 41 },
    ],
    submitted: [{ accountId: 1, form: 0, mark, end: 'received', refusal: null, phones: '' }],
    vanished: [],
    heard: [
      { accountId: 1, received: [], answeredAtMs: { 0: 5_000 }, removedAtMs: null },
      { accountId: 2, received: [], answeredAtMs: { 0: 6_000 }, removedAtMs: null },
    ],
    standings: [{ accountId: 1, place: 'running', difference: null, repairedAfterMs: 900, controlMs: 40, lastCalls: [] }],
    repairMs: 3_000,
    stored: {
      state: 'finished',
      posts: [
        { id: 11, accountId: 1, form: 0, choice: 3, text: `because ${mark}`, filedBy: 'student', original: null },
        { id: 12, accountId: 2, form: 0, choice: null, text: '', filedBy: 'server', original: null },
      ],
      drafts: [{ accountId: 2, form: 0, revision: 7, text: '' }],
      late: [],
      comments: [{ id: 21, postId: 11, accountId: 2, text: `but ${remark}`, original: null }],
      replies: [],
      participants: [1, 2],
      lines: [{ accountId: 2, text: `why ${line}` }],
      votes: [{ id: 31, reasons: [41, 42], authors: [1, 9], ballots: [{ accountId: 2, reason: 41 }] }],
      divisions: [{ isPublished: true, groups: [[1, 2]] }],
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
    hidden: [],
    walls: [],
    voteCounts: [{ id: 31, counts: [1, 0] }],
    ownGroups: [
      { accountId: 1, others: [2] },
      { accountId: 2, others: [1] },
    ],
    endedSeats: [],
    probes: [{ what: 'the ended seat of 2', status: 401, wanted: 401 }],
    ended: [],
    rehearsalRows: [],
    simulated: [77],
  };
}

const failing = (record: StormRecord): string[] => Object.entries(CHECKS).flatMap(([name, find]) => (find(record).length > 0 ? [name] : []));
const got = (text: string, atMs: number, more: object = {}) => ({ text, sentAtMs: atMs - 10, atMs, what: 'GET /posts/current/form', status: 200, ...more });

const TURN = 'groups, votes and lines to the teacher are as they were made';
const WALL = 'a wall shows only what is revealed';

test('[B2364] a lesson in which nothing went wrong passes every check', () => {
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
  ['an answer stays on a seat’s phone that left a lesson which went on', 'nothing submitted is lost', ({ submitted }) => void (submitted[0]!.end = 'left')],
  ['typed words are gone from their phone', 'nothing submitted is lost', ({ vanished }) => void vanished.push({ accountId: 1, form: 0, mark })],
  [
    'a late answer is kept nowhere',
    'nothing submitted is lost',
    ({ submitted }) => void Object.assign(submitted[0]!, { end: 'refused', refusal: 'PHASE_CLOSED' }),
  ],
  ['a figure counts one more', 'what is stored is counted and shown', ({ shown }) => void (shown[0]!.answered = 2)],
  ['a feed lacks a post', 'what is stored is counted and shown', ({ shown }) => void shown[0]!.postIds.pop()],
  ['a feed lacks a comment', 'what is stored is counted and shown', ({ shown }) => void shown[0]!.comments.pop()],
  ['a client stays behind', 'clients are as a fresh one', ({ standings }) => void (standings[0]!.difference = 'feed')],
  ['a client is repaired too late', 'clients are as a fresh one', ({ standings }) => void (standings[0]!.repairedAfterMs = 3_081)],
  [
    '[B2398] a client is later than a page that opens',
    'clients are as a fresh one',
    ({ standings }) => void Object.assign(standings[0]!, { repairedAfterMs: 5_801, controlMs: 1_400 }),
  ],
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
  ['a process ends', 'no process ended that nobody had killed', ({ ended }) => void ended.push('jobs ended with 1')],
  ['a line to the teacher is gone', 'what was acknowledged is stored once', ({ stored }) => void stored.lines.pop()],
  ['a line to the teacher reaches a classmate', 'nobody got what they may not', ({ heard }) => void heard[0]!.received.push(got(line, 30_000))],
  ['a student is in two groups', TURN, ({ stored }) => void stored.divisions[0]!.groups.push([2])],
  ['a stranger is in a group', TURN, ({ stored }) => void stored.divisions[0]!.groups.push([9])],
  ['two divisions are published', TURN, ({ stored }) => void stored.divisions.push({ isPublished: true, groups: [] })],
  ['a student reads another group', TURN, ({ ownGroups }) => void (ownGroups[0]!.others = [9])],
  ['a ballot is gone', TURN, ({ stored }) => void stored.votes[0]!.ballots.pop()],
  ['a ballot stands for the other reason', TURN, ({ stored }) => void (stored.votes[0]!.ballots[0]!.reason = 42)],
  ['a vote is for the own reason', TURN, ({ stored }) => void (stored.votes[0]!.authors = [2, 9])],
  ['a stranger votes', TURN, ({ stored }) => void stored.votes[0]!.ballots.push({ accountId: 9, reason: 41 })],
  ['votes are counted twice', TURN, ({ voteCounts }) => void (voteCounts[0]!.counts = [2, 0])],
  [
    'a hidden text comes to a classmate',
    'a hidden text reaches nobody but its author',
    ({ hidden, heard }) => {
      hidden.push({ accountId: 1, mark, hiddenAtMs: 20_000, shownAtMs: null });
      heard[1]!.received.push(got(mark, 20_500));
    },
  ],
  ['a wall has the number of somebody', WALL, ({ walls }) => void walls.push(got('{"run":{"account_id":1}}', 9_000))],
  ['a wall names somebody', WALL, ({ walls }) => void walls.push(got('{"pairs":{"groups":[["Person No. 2"]]}}', 9_000))],
  ['a wall has words of a student', WALL, ({ walls }) => void walls.push(got(`{"vote":"${mark}"}`, 9_000))],
  [
    'a wall reads out a question that the teacher did not choose',
    WALL,
    ({ walls, acts }) => {
      acts.unshift({ what: `wall asked ${mark}1`, sentAtMs: 8_000, doneAtMs: 8_010 });
      walls.push(got(`{"run":{"asked":"why ${mark}"}}`, 9_000));
    },
  ],
  ['a wall counts before that is shown', WALL, ({ walls }) => void walls.push(got('{"run":{"form":"Form - 1A","counts":[]}}', 9_000))],
  ['a frame to a wall says what is right', WALL, ({ walls }) => void walls.push(got(JSON.stringify({ data: '{"run":{"correct":[2]}}' }), 9_000))],
  ['a vote that runs is counted on a wall', WALL, ({ walls }) => void walls.push(got('{"vote":{"is_over":false,"counts":[1,0]}}', 9_000))],
  ['the token of a seat goes on', 'a token for one thing does nothing else, and ends', ({ probes }) => void (probes[0]!.status = 200)],
  ['a rehearsal leaves rows', 'a rehearsal leaves nothing', ({ rehearsalRows }) => void rehearsalRows.push('1 rows of live_posts by account_id')],
  ['somebody of a rehearsal is in a feed', 'a rehearsal leaves nothing', ({ heard }) => void heard[0]!.received.push(got('{"account_id":77}', 30_000))],
  [
    'a call fails for an unknown reason',
    'no call failed for a reason that nobody knows',
    ({ heard }) => void heard[1]!.received.push(got('{}', 7_500, { status: 500 })),
  ],
])('[B2364] %s: that is noticed', (_, check, spoil) => {
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
  [
    'a text that was hidden and shown again',
    ({ hidden, heard }) => {
      hidden.push({ accountId: 1, mark, hiddenAtMs: 20_000, shownAtMs: 21_000 });
      heard[1]!.received.push(got(mark, 21_500));
    },
  ],
  [
    'a distribution on a wall once it is shown',
    ({ walls, acts }) => {
      acts.unshift({ what: 'show Form - 1A', sentAtMs: 8_000, doneAtMs: 8_010 });
      walls.push(got('{"run":{"form":"Form - 1A","counts":[]}}', 9_000));
    },
  ],
  [
    'the teacher whose lesson a wall shows',
    ({ walls }) => void walls.push(got('{"account_id":1,"teacher_name":"Person No. 1"}', 9_000, { what: 'GET /live/walls/lesson' })),
  ],
  [
    'a question to the teacher that is read out on a wall',
    ({ walls, acts }) => {
      acts.unshift({ what: `wall asked ${mark}`, sentAtMs: 8_000, doneAtMs: 8_010 });
      walls.push(got(`{"run":{"asked":"why ${mark}"}}`, 9_000));
    },
  ],
  [
    'an answer that its author rewrote after it was hidden',
    ({ stored }) => void Object.assign(stored.posts[0]!, { original: `because ${mark}`, text: 'rather' }),
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
  ['[B2398] a client that is as late as a page that opens', ({ standings }) => void Object.assign(standings[0]!, { repairedAfterMs: 5_800, controlMs: 1_400 })],
])('%s is nothing to complain about', (_, change) => {
  const record = calm();
  change(record);
  expect(failing(record)).toEqual([]);
});
