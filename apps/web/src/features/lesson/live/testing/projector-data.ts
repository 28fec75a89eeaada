import type { Form } from '@classwright/contract/lesson/live/forms';
import type { ProjectorRun, ProjectorView, WallView } from '@classwright/contract/lesson/live/projector';
import { DEADLINE, OPENED } from '../../../../join/testing/lesson-data.ts';
import { questions } from './staff-data.ts';

const [first, transfer] = questions.map(({ responses, ...question }) => ({
  ...question,
  responses: responses.map(({ id, position, response }) => ({ id, position, response })),
}));

/** The lesson of `staff-data.ts` as the projector receives it, with nothing revealed. */
export const run = (form: Form = 'Form - 1A', change: Partial<ProjectorRun> = {}): ProjectorRun => ({
  epoch: 40,
  form,
  question_id: form === 'Form - 2' ? 2 : 1,
  deadline_at: DEADLINE,
  closed: false,
  pairs_revision: 0,
  answered: 3,
  of: 4,
  counts: null,
  before: null,
  correct: null,
  ...change,
});

/** Returns what the walls show, with the parts that it needs. */
export const showing = (show: WallView['show'] = 'question', parts: Partial<WallView> = {}): WallView => ({
  show,
  of: null,
  step: 0,
  distribution: null,
  change: null,
  explained: null,
  asked: null,
  ...parts,
});

export const projector = (change: Partial<ProjectorView> = {}, running: ProjectorRun | null = run()): ProjectorView => ({
  as_of: 1000,
  server_time: OPENED,
  title: 'Simple circuits',
  class_name: 'Physics 9B',
  stage: running ? 'running' : 'ready',
  run: running,
  wall: showing(),
  question: running && ((running.form === 'Form - 2' ? transfer : first) ?? null),
  ...change,
});

/** The data that the channel sends about it. */
export function broadcastOf(change: Partial<ProjectorView> = {}, running: ProjectorRun | null = run()): Omit<ProjectorView, 'question'> {
  const { question: _question, ...standing } = projector({ as_of: 1001, ...change }, running);
  return standing;
}
