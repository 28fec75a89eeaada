import { WALL_SHOWS } from '@classwright/rules/live/wall';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { packMessage } from '../../core/fields.ts';
import { assessmentId, Form, run } from './fields.ts';
import { SessionView } from './views.ts';

/** What the walls of a lesson show: one value for all of them, which staff set and the server sends. */

export const MAX_WALL_STEP = 99;

const label = { label: 'Step', choices: `0 to ${MAX_WALL_STEP}` };
const Step = z.number({ error: packMessage('validation.choice', label) }).int({ error: packMessage('validation.choice', label) });

/**
 * Sets what every wall of a lesson shows, by the projector's channel. To show a change also reveals the distributions
 * that it compares.
 */
export const liveWall = endpoint({
  name: 'live.wall',
  method: 'POST',
  path: '/live/learning/wall',
  access: run,
  summary: 'Choose what the walls of a lesson show: only what is revealed',
  body: z.object({
    assessment_id: assessmentId,
    show: z.enum(WALL_SHOWS, { error: packMessage('validation.choice', { label: 'Show', choices: WALL_SHOWS.join(', ') }) }),
    of: Form.nullable().default(null),
    step: Step.min(0, { error: packMessage('validation.choice', label) })
      .max(MAX_WALL_STEP, { error: packMessage('validation.choice', label) })
      .default(0),
  }),
  response: z.object({ session: SessionView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'STEP_NOT_ALLOWED', 'WALL_FORM_OPEN', 'WALL_NOT_REVEALED'],
});
