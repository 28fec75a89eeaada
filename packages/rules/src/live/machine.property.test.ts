/* oxlint-disable vitest/no-conditional-expect -- a property speaks of the cases it is about; where they could be missing, a count says that there were some */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLesson, run, type Classroom, type Outcome } from '../testing/classroom.ts';
import { checkProperty } from '../testing/property.ts';
import { LIVE_LIMITS } from '../limits.ts';
import { computeTally, isCounted } from './figures.ts';
import { FORMS } from './forms.ts';
import { decide, type SessionAction } from './machine.ts';
import { findOwnPhase } from './own-time.ts';
import { findOpenPhase, findPhase, NOT_STARTED, type SessionState } from './session.ts';

const responses = [
  { id: 11, is_valid: true },
  { id: 12, is_valid: false },
  { id: 13, is_valid: false },
];
const answeredIn = (room: Classroom): number[] => FORMS.map((form) => computeTally(form, room.posts, responses, room.loggedIn.length, 3).answered);
const accepted = ({ decision }: Outcome): boolean => decision?.ok === true;
const place = (session: SessionState): string => `${session.state} ${session.phases.length}`;

/** Every path of a lesson, by state and number of attempts. */
const TABLE: Record<string, readonly string[]> = {
  'not-started 0': ['running 1'],
  'running 1': ['running 2', 'canceled 1', 'finished 1'],
  'running 2': ['running 3', 'canceled 2', 'finished 2'],
  'running 3': ['finished 3', 'canceled 3'],
  'canceled 1': ['running 1'],
  'canceled 2': ['running 1'],
  'canceled 3': ['running 1'],
  'finished 1': [],
  'finished 2': [],
  'finished 3': [],
};

function always(check: (outcome: Outcome, outcomes: readonly Outcome[]) => void): void {
  checkProperty(
    fc.property(anyLesson, (happenings) => {
      const outcomes = run(happenings);
      for (const outcome of outcomes) check(outcome, outcomes);
    }),
  );
}

test('[LIVE-3] no sequence of actions leaves the table of steps', () => {
  const seen = new Set<string>();
  always(({ before, after }) => {
    const [from, to] = [place(before.session), place(after.session)];
    seen.add(to);
    if (from !== to) expect(TABLE[from]).toContain(to);
  });
  expect([...seen].sort()).toEqual(Object.keys(TABLE).sort()); // the lessons drawn go everywhere
});

test('[LIVE-1] [LIVE-3] attempts are the forms in their order, and at most the last one is open, while the session runs', () => {
  always(({ after: { session } }) => {
    expect(session.phases.map((phase) => phase.form)).toEqual(FORMS.slice(0, session.phases.length));
    const open = session.phases.filter((phase) => phase.closedAtMs === null);
    expect(open.length).toBeLessThanOrEqual(session.state === 'running' ? 1 : 0);
    if (open.length === 1) expect(findOpenPhase(session)).toBe(session.phases.at(-1));
  });
});

test('[LIVE-4] a refused action changes nothing', () => {
  always(({ happening, before, after, decision }) => {
    if (happening.type === 'teacher' && decision?.ok === false) expect(after.session).toBe(before.session);
  });
});

test('[LIVE-8] every phase was opened for 1 to 180 whole minutes', () => {
  always(({ after: { session } }) => {
    for (const { minutes } of session.phases) {
      expect(Number.isInteger(minutes)).toBe(true);
      expect(minutes).toBeGreaterThanOrEqual(1);
      expect(minutes).toBeLessThanOrEqual(180);
    }
  });
});

test('[LIVE-12] nothing but adjusting moves a deadline, and adjusting never moves it back before now', () => {
  always(({ happening, before, after }) => {
    for (const phase of after.session.phases) {
      const earlier = findPhase(before.session, phase.form);
      const isSamePhase = earlier?.openedAtMs === phase.openedAtMs;
      if (!earlier || !isSamePhase || earlier.deadlineAtMs === phase.deadlineAtMs) continue;
      expect(happening).toMatchObject({ type: 'teacher', action: { type: 'adjust-time' } });
      expect(phase.deadlineAtMs).toBeGreaterThanOrEqual(after.nowMs);
    }
  });
});

test('[LIVE-11] [LIVE-16] [LIVE-69] a phase closes by its deadline and grace, by staff, a step or cancel, stays closed, and what is revealed stays so', () => {
  always(({ happening, before, after }) => {
    for (const earlier of before.session.phases) {
      const phase = findPhase(after.session, earlier.form);
      if (phase?.openedAtMs !== earlier.openedAtMs) continue; // another run
      if (earlier.closedAtMs !== null) expect(phase.closedAtMs).toBe(earlier.closedAtMs);
      else if (phase.closedAtMs !== null && happening.type === 'teacher' && happening.action.type === 'close-due') {
        expect(phase.closedAtMs).toBeGreaterThanOrEqual(phase.deadlineAtMs + LIVE_LIMITS.graceMs);
      }
      if (earlier.distributionRevealed) expect(phase.distributionRevealed).toBe(true);
      if (earlier.correctnessRevealed) expect(phase.correctnessRevealed).toBe(true);
    }
  });
});

test('[LIVE-20] while a form is open, what is right in its question is not revealed', () => {
  always(({ after: { session } }) => {
    const open = findOpenPhase(session);
    if (open) expect(open.correctnessRevealed).toBe(false);
    if (open && open.form !== 'Form - 2') expect(session.phases.some((phase) => phase.correctnessRevealed)).toBe(false);
  });
});

test('[LIVE-10] [LIVE-23] an accepted answer finds its own form open and in time', () => {
  let count = 0;
  always((outcome) => {
    const { happening, before, after, decision } = outcome;
    if (happening.type !== 'answer' || !decision?.ok || !('outcome' in decision) || decision.outcome !== 'file') return;
    count += 1;
    const open = findOwnPhase(before.session, happening.form, happening.student);
    expect([open?.form, open?.closedAtMs]).toEqual([before.session.phases.at(-1)?.form, null]);
    expect(after.nowMs).toBeLessThanOrEqual((open?.deadlineAtMs ?? 0) + LIVE_LIMITS.graceMs);
  });
  expect(count).toBeGreaterThan(50);
});

test('[LIVE-43] an accepted answer is in the tally of its form and of no other; a refused one in none', () => {
  always((outcome) => {
    const { happening, before, after } = outcome;
    if (happening.type !== 'answer' && happening.type !== 'draft') return;
    const isNew = happening.type === 'answer' && accepted(outcome) && after.posts.length > before.posts.length && happening.content.response_id !== null;
    const was = answeredIn(before);
    expect(answeredIn(after)).toEqual(FORMS.map((form, index) => (was[index] ?? 0) + (isNew && form === happening.form ? 1 : 0)));
  });
});

test('[B006] [LIVE-43] tally, posts and acknowledgements always agree', () => {
  always((outcome, outcomes) => {
    const { after } = outcome;
    expect(answeredIn(after)).toEqual(FORMS.map((form) => after.posts.filter((post) => post.form === form && isCounted(post)).length));
    const start = outcomes.findLastIndex(
      ({ happening, decision }, index) =>
        index <= outcomes.indexOf(outcome) && happening.type === 'teacher' && happening.action.type === 'activate' && decision?.ok === true,
    );
    const acknowledged = outcomes
      .slice(start, outcomes.indexOf(outcome) + 1)
      .filter(({ happening, decision }) => happening.type === 'answer' && decision?.ok === true && 'outcome' in decision && decision.outcome === 'file');
    expect(after.posts.filter((post) => post.filed_by === 'student')).toHaveLength(acknowledged.length);
  });
});

test('[LIVE-24] [LIVE-31] nobody has two posts in one form, sent or filed', () => {
  always(({ after }) => {
    const places = after.posts.map((post) => `${post.account_id} ${post.form}`);
    expect(new Set(places).size).toBe(places.length);
  });
});

test('[LIVE-31] once a form has closed, everybody who was logged in has a post in it, with the last draft if it was filed', () => {
  let filed = 0;
  always(({ before, after, happening }) => {
    const open = findOpenPhase(before.session);
    if (!open || after.session.state === 'canceled' || findPhase(after.session, open.form)?.closedAtMs === null || happening.type !== 'teacher') return;
    const stillOwn = new Set(after.session.extraTimes.filter(() => place(after.session) === place(before.session)).map(({ account_id }) => account_id));
    for (const student of before.loggedIn.filter((one) => !stillOwn.has(one))) {
      const post = after.posts.find((one) => one.account_id === student && one.form === open.form);
      const draft = before.drafts.find((one) => one.account_id === student && one.form === open.form);
      expect(post).toBeDefined();
      if (post?.filed_by !== 'server') continue;
      filed += 1;
      expect(post).toMatchObject(draft ? { response_id: draft.response_id, comment: draft.comment } : { response_id: null, comment: { content: [] } });
    }
  });
  expect(filed).toBeGreaterThan(50);
});

test('[LIVE-26] [LIVE-17] what was written is never taken away while its run lasts, late answers included', () => {
  always(({ happening, before, after }) => {
    if (happening.type === 'teacher' && happening.action.type === 'activate') return;
    for (const kind of ['posts', 'late'] as const) expect(after[kind].slice(0, before[kind].length)).toEqual(before[kind]);
  });
});

test('[LIVE-17] cancel files nothing', () => {
  always((outcome) => {
    const { happening, before, after } = outcome;
    if (happening.type === 'teacher' && happening.action.type === 'cancel' && accepted(outcome)) expect(after.posts).toEqual(before.posts);
  });
});

test('[LIVE-67] every student who was here when the own time ended has a post, with the last draft if it was filed, unless the run was canceled', () => {
  let filed = 0;
  always(({ before, after, happening }) => {
    const form = before.session.phases.at(-1)?.form;
    if (happening.type !== 'teacher' || after.session.state === 'canceled' || form === undefined) return;
    const isOnward = place(after.session) !== place(before.session);
    const ended = before.session.extraTimes.filter((one) => isOnward || !after.session.extraTimes.includes(one));
    for (const { account_id } of ended.filter((one) => before.loggedIn.includes(one.account_id))) {
      const post = after.posts.find((one) => one.account_id === account_id && one.form === form);
      const draft = before.drafts.find((one) => one.account_id === account_id && one.form === form);
      expect(post).toMatchObject({ response_id: draft?.response_id ?? null, filed_by: 'server' });
      filed += 1;
    }
  });
  expect(filed).toBeGreaterThan(50);
});

test('[LIVE-67] extra time holds up nobody: the class’s forms open, close and end as without it', () => {
  always(({ happening, before, after, decision }) => {
    // the answers of classmates wait for those who still write, and move no form
    if (happening.type !== 'teacher' || decision === null || happening.action.type === 'set-plan') return;
    const without = decide({ ...before.session, extraTimes: [] }, { ...happening.action, extraTimes: [] } as SessionAction, after.nowMs);
    const next = without.ok ? without.next : before.session;
    expect({ ...after.session, extraTimes: [] }).toEqual({ ...next, extraTimes: [] });
  });
});

test('[LIVE-67] nobody has time of their own unless the lesson runs, nor who has answered', () => {
  always(({ after }) => {
    const { state, extraTimes, phases } = after.session;
    expect(state === 'running' ? [] : extraTimes).toEqual([]);
    const answered = after.posts.filter((post) => post.form === phases.at(-1)?.form).map(({ account_id }) => account_id);
    expect(extraTimes.filter(({ account_id }) => answered.includes(account_id))).toEqual([]);
  });
  expect(NOT_STARTED.extraTimes).toEqual([]);
});

test('[LIVE-69] closing opens nothing, reveals nothing, moves no deadline, and keeps everybody’s own time', () => {
  let closed = 0;
  always(({ happening, before, after, decision }) => {
    if (happening.type !== 'teacher' || happening.action.type !== 'close' || !decision?.ok) return;
    closed += 1;
    const open = findOpenPhase(before.session);
    const phases = before.session.phases.map((phase) => (phase === open ? { ...phase, closedAtMs: after.nowMs } : phase));
    expect(after.session).toEqual({ ...before.session, phases, extraTimes: after.session.extraTimes });
    const due = (accountId: number): boolean => (findOwnPhase(before.session, open!.form, accountId)?.deadlineAtMs ?? 0) + LIVE_LIMITS.graceMs <= after.nowMs;
    expect(after.session.extraTimes).toEqual(before.session.extraTimes.filter(({ account_id }) => !due(account_id)));
  });
  expect(closed).toBeGreaterThan(50);
});

test('[LIVE-70] [LIVE-71] closing or ending a form that is not the last one changes nothing', () => {
  let refused = 0;
  always(({ happening, before, after, decision }) => {
    if (happening.type !== 'teacher' || before.session.state !== 'running') return;
    const { action } = happening;
    if ((action.type !== 'close' && action.type !== 'end') || action.form === undefined || action.form === before.session.phases.at(-1)?.form) return;
    refused += 1;
    expect(decision).toEqual({ ok: false, refused: 'STEP_NOT_ALLOWED' });
    expect(after.session).toBe(before.session);
  });
  expect(refused).toBeGreaterThan(50);
});
