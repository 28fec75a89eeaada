import { liveFeed, liveState } from '@classwright/contract';
import { applyLessonEvents, fromSession, isCounted, NOTHING_DIRTY } from '@classwright/rules/live';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, untilNumbered } from '../../../testing/index.ts';
import { listRunEvents } from './testing/run-rows.ts';
import { Simulation } from './testing/simulation.ts';

let app: TestApp;
let scenario: Scenario;
beforeAll(async () => {
  app = await startTestApp();
  await app.listen(); // from now on calls go to two processes in turns
  scenario = createScenario(app);
});
afterAll(() => app.close());

/** The seeds; set SEEDS=100 for a longer test. */
const seeds = Array.from({ length: Number(process.env.SEEDS ?? 5) }, (_, index) => 20_261_120 + index);

const seen = new Set<string>();

test.each(seeds)(
  '[B2361] [LIVE-3] [LIVE-23] [LIVE-31] [LIVE-67] [LIVE-94] seed %i: for everything that a class does, the rows are what the rules say, and events lead to the state',
  async (seed) => {
    const simulation = await Simulation.create(app, scenario, seed);
    for (let turn = 0; turn < 260; turn += 1) {
      await simulation.turn().catch((error: unknown) => {
        throw new Error(`seed ${seed}, turn ${turn}`, { cause: error });
      });
    }
    await simulation.end();
    for (const sessionId of simulation.runs.keys()) await simulation.check(sessionId);

    for (const what of simulation.seen.keys()) seen.add(what);
    await untilNumbered(app.db);
    for (const sessionId of simulation.runs.keys()) await expectEventsToLeadToTheState(simulation, sessionId);
  },
  120_000,
);

test('the schedules were storms, no calms', () => {
  const wanted = [
    'activate done',
    'activate SESSION_RUNNING',
    'step done',
    'step STEP_NOT_ALLOWED',
    'cancel done',
    'close done',
    'close FORM_NOT_RUNNING',
    'close STEP_NOT_ALLOWED',
    'end done',
    'end STEP_NOT_ALLOWED',
    'adjust-time done',
    'adjust-time FORM_NOT_RUNNING',
    'reveal done',
    'reveal PHASE_NOT_CLOSED',
    'set-commenting done',
    'set-plan done',
    'set-plan FORM_OPEN',
  ];
  const sent = [
    'answer file',
    'answer already-filed',
    'answer ALREADY_ANSWERED',
    'answer PHASE_CLOSED',
    'answer VALIDATION_FAILED',
    'draft save',
    'draft older',
    'draft PHASE_CLOSED',
    'repeat',
    'burst',
    'hidden',
    'shown again',
    'burst with a step',
    'burst with a closing',
    'form closed by its deadline',
    'own time over by its deadline',
    'answer in own time',
    'vote FORM_STILL_OPEN',
    'deal SESSION_NOT_RUNNING',
    'pairs made done',
    'pairs made PAIRS_CHANGED',
    'pairs published done',
    'wall done',
    'wall WALL_NOT_REVEALED',
    'seat seated',
    'seat waiting',
    'seat ended',
    'seat free',
    'rehearsal done',
  ];
  expect([...wanted, ...sent].filter((what) => !seen.has(what))).toEqual([]);
});

/**
 * [LIVE-57] [LIVE-59] Checks that the state at the start, with all later events applied, equals the final response of
 * the state call.
 */
async function expectEventsToLeadToTheState(simulation: Simulation, sessionId: number): Promise<void> {
  const start = simulation.starts.get(sessionId)!;
  const events = await listRunEvents(app.db, { id: sessionId });
  let last = 0;
  for (const { from, sequence } of events) {
    expect(from).toBe(last + 1);
    last = sequence;
  }
  const folded = applyLessonEvents(fromSession(start), events);
  const { session } = (await simulation.admin.call(liveState, { query: { assessment_id: start.assessment_id, epoch: sessionId } })).body;
  if (session!.epoch !== sessionId) return; // a later run has taken its place
  if (folded === 'reload') throw new Error('the events do not lead anywhere');
  expect({ ...folded, dirty: NOTHING_DIRTY }).toEqual(fromSession(session!));

  if (session!.state === 'canceled') return;
  const run = simulation.runs.get(sessionId)!;
  for (const { form } of run.session.phases) {
    const { distribution } = (await simulation.admin.call(liveFeed, { query: { assessment_id: start.assessment_id, form } })).body;
    expect(distribution.answered).toBe(run.posts.filter((post) => post.form === form && isCounted(post)).length);
    expect(distribution.of).toBe(run.loggedIn.size);
  }
}
