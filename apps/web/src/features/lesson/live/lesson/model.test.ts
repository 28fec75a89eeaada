import { describe, expect, test } from 'vitest';
import { assessment, event, feed, inForms, notStarted, questions, roster, tally } from '../testing/staff-data.ts';
import {
  NOTHING_KNOWN,
  phaseOf,
  phasesOf,
  stageOf,
  takeAssessment,
  takeConnected,
  takeEvent,
  takeFeed,
  takeRoster,
  takeSession,
  takeTally,
  type StaffModel,
} from './model.ts';

const running = takeAssessment(NOTHING_KNOWN, assessment());
const folded = (model: StaffModel, body: Parameters<typeof event>[0], sequence?: number): StaffModel => {
  const next = takeEvent(model, event(body, sequence));
  if (next === 'reload') throw new Error('asked for the state');
  return next;
};
const opens1B = {
  name: 'assessment.started',
  time: { hour: 0, minute: 10, second: 0 },
  question_id: 1,
  GenerateEventOnStudentSide: true,
  form: 'Form - 1B',
  deadline_at: '2026-11-20T10:11:00.000Z',
} as const;

describe('what the screen is for', () => {
  test('[L230] without attempts it starts a run, with a running session it runs it', () => {
    expect(stageOf(NOTHING_KNOWN)).toBeNull();
    expect(stageOf(takeAssessment(NOTHING_KNOWN, notStarted()))).toBe('ready');
    expect(stageOf(running)).toBe('running');
  });

  test('[L239] a canceled run leaves nothing behind: it can be started again, from no attempts', () => {
    const canceled = folded(running, { name: 'assessment.canceled', assessment_id: 8 });
    expect(stageOf(canceled)).toBe('ready');
    expect(phasesOf(canceled)).toEqual([]);
    expect(canceled.tally).toBeNull();
  });

  test('[L240] a finished assessment stays finished, also where its run is not known', () => {
    expect(stageOf(folded(running, { name: 'assessment.finished', assessment_id: 8 }))).toBe('finished');
    expect(stageOf(takeAssessment(NOTHING_KNOWN, { ...notStarted(), status: 'finished' }))).toBe('finished');
  });
});

describe('events and states', () => {
  test('[LIVE-54] an event after a gap, or before anything is known, asks for the state', () => {
    expect(takeEvent(running, event({ name: 'assessment.post.added', items: [1] }, 9))).toBe('reload');
    expect(takeEvent(takeAssessment(NOTHING_KNOWN, notStarted()), event(opens1B))).toBe('reload');
  });

  test('[LIVE-56] an answer older than what events have said opens nothing that is closed', () => {
    const closed = folded(running, { name: 'assessment.phase.closed', form: 'Form - 1A' });
    expect(phaseOf(takeSession(closed, inForms(['Form - 1A'])))?.closed).toBe(true);
    expect(phaseOf(takeAssessment(closed, assessment()))?.closed).toBe(true);
  });

  test('another run of the assessment forgets people, posts and figures of the one before', () => {
    const full = takeFeed(takeRoster(running, roster()), 'Form - 1A', feed());
    const other = takeSession(full, inForms(['Form - 1A'], { id: 41, epoch: 41, sequence: 1 }));
    expect(other).toMatchObject({ roster: null, feeds: {}, tally: null, known: { epoch: 41 } });
    expect(other.assessment?.title).toBe('Simple circuits');
    expect(takeSession(other, inForms(['Form - 1A']))).toBe(other);
  });
});

describe('figures', () => {
  test('a form that opens begins with nobody, and late figures of the form before change nothing', () => {
    const next = folded(running, opens1B);
    expect(next.tally).toEqual(
      tally({
        form: 'Form - 1B',
        answered: 0,
        right: 0,
        counts: [
          { response_id: 11, count: 0 },
          { response_id: 12, count: 0 },
        ],
      }),
    );
    expect(takeTally(next, 40, tally({ answered: 4 }))).toBe(next);
    expect(takeTally(next, 40, tally({ form: 'Form - 1B', answered: 1 })).tally?.answered).toBe(1);
  });

  test('figures of an earlier moment, which another process still tells, are not taken', () => {
    const next = takeTally(running, 40, tally({ answered: 4, as_of: 1002 }));
    expect(takeTally(next, 40, tally({ answered: 3, as_of: 1001 }))).toBe(next);
    expect(takeAssessment(next, assessment({ tally: tally({ answered: 2, as_of: 1001 }) })).tally?.answered).toBe(4);
    expect(takeAssessment(next, assessment({ tally: tally({ answered: 5, as_of: 1003 }) })).tally?.answered).toBe(5);
  });

  test('figures of another run are not taken', () => {
    expect(takeTally(running, 39, tally({ answered: 0 }))).toBe(running);
  });

  test('[LIVE-2] Form - 2 counts the choices of the second question', () => {
    const next = folded(folded(running, opens1B), { ...opens1B, form: 'Form - 2', question_id: 2 }, 7);
    expect(next.tally?.counts.map(({ response_id }) => response_id)).toEqual(questions[1]?.responses.map(({ id }) => id));
  });
});

test('who is connected never goes back, whether it is asked for or heard', () => {
  const connectedOf = ({ roster: known }: typeof running) => known?.students.filter(({ connected }) => connected).map(({ id }) => id);
  const heard = takeConnected(takeRoster(running, roster()), [2], 1005);
  expect(takeConnected(heard, [1, 2], 1004)).toBe(heard);
  expect(connectedOf(takeRoster(heard, roster({ connected_as_of: 1004 })))).toEqual([2]);
  expect(connectedOf(takeRoster(heard, roster({ connected_as_of: 1006 })))).toEqual([1, 2]);
});

test('who holds a socket shows at once; accounts that are no students of the lesson do not matter', () => {
  const next = takeConnected(takeRoster(running, roster()), [2, 99], 1001);
  expect(next.roster?.students.map(({ id, connected }) => [id, connected])).toEqual([
    [1, false],
    [2, true],
  ]);
});
