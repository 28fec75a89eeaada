import { WALL_SHOWS } from '@classwright/rules/live/wall';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage } from '../../core/fields.ts';
import { assessmentId, Form, run } from './fields.ts';
import { SessionView } from './views.ts';

const MAX_WALL_STEP = 99;

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
    /** The question of a student that is read out. For `asked` alone. */
    question_id: id('Question').optional(),
  }),
  response: z.object({ session: SessionView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'STEP_NOT_ALLOWED', 'WALL_FORM_OPEN', 'WALL_NOT_REVEALED', 'QUESTION_NOT_FOUND'],
});

/** The letters of codes: no vowels, so that no word appears, and none that looks like another from the back of a room. */
export const WALL_CODE_LETTERS = 'BCDFGHJKMNPRSTVWXZ';
export const WALL_CODE_LENGTH = 6;
export const WALL_CODE_MINUTES = 10;

const lettersMissing = packMessage('walls.code.letters', { count: WALL_CODE_LENGTH });

/** A code as somebody types it: small letters, spaces and hyphens do not matter. */
const Code = z
  .string({ error: lettersMissing })
  .max(40, { error: lettersMissing })
  .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{6}$/, { error: lettersMissing }));

const Secret = z.string().min(20).max(100);

/** A screen that a teacher has connected. */
export const WallDeviceView = z.object({
  id: z.number().int(),
  paired_at: z.string(),
  expires_at: z.string(),
  /** The last time it asked for its lesson. Null: not yet. */
  last_seen_at: z.string().nullable(),
  /** The lesson that its teacher chose for it; null for the one that runs. */
  assessment_id: z.number().int().nullable(),
});
export type WallDeviceView = z.infer<typeof WallDeviceView>;

/** Makes a code for a screen that nobody has connected. The screen alone knows the secret. */
export const wallCode = endpoint({
  name: 'walls.code',
  method: 'POST',
  path: '/live/walls/codes',
  access: 'public',
  summary: 'A new code for a screen without a sign-in, and the secret with which it asks whether somebody entered it',
  response: z.object({ code: z.string(), secret: z.string(), expires_at: z.string(), server_time: z.string() }),
  errors: [],
  answersSecret: true,
});

/** Asked every few seconds by a screen with a code. The token is in the response until the screen has used it. */
export const wallPairing = endpoint({
  name: 'walls.pairing',
  method: 'POST',
  path: '/live/walls/pairing',
  access: 'public',
  summary: 'Asks for a screen if somebody has entered its code: then it gets a token that shows lessons on walls and does nothing else',
  body: z.object({ secret: Secret }),
  response: z.object({ state: z.enum(['waiting', 'paired', 'expired']), token: z.string().nullable() }),
  errors: [],
  answersSecret: true,
});

export const wallPair = endpoint({
  name: 'walls.pair',
  method: 'POST',
  path: '/live/walls',
  access: run,
  summary: 'Connect the screen that shows a code, for a day',
  body: z.object({ code: Code, assessment_id: id('Assessment').nullable().default(null) }),
  response: z.object({ wall: WallDeviceView, message: z.string() }),
  errors: ['WALL_CODE_UNKNOWN', 'ASSESSMENT_NOT_FOUND'],
  refusedCost: 5,
});

export const wallList = endpoint({
  name: 'walls.list',
  method: 'GET',
  path: '/live/walls',
  access: run,
  summary: 'The screens that the caller has connected',
  response: z.object({ walls: z.array(WallDeviceView) }),
  errors: [],
  readOnly: true,
});

export const wallChoose = endpoint({
  name: 'walls.choose',
  method: 'PUT',
  path: '/live/walls/:id',
  access: run,
  summary: 'Choose the lesson of a connected screen, or none for the one that runs',
  params: z.object({ id: id('Screen') }),
  body: z.object({ assessment_id: id('Assessment').nullable() }),
  response: z.object({ wall: WallDeviceView }),
  errors: ['WALL_NOT_FOUND', 'ASSESSMENT_NOT_FOUND'],
});

export const wallDisconnect = endpoint({
  name: 'walls.disconnect',
  method: 'DELETE',
  path: '/live/walls/:id',
  access: run,
  summary: 'Disconnect a screen: it shows a new code at once',
  params: z.object({ id: id('Screen') }),
  response: z.object({ message: z.string() }),
  errors: ['WALL_NOT_FOUND'],
});

/** Asked by a connected screen with its token, whenever its channel says so. A sign-in is not a screen. */
export const wallLesson = endpoint({
  name: 'walls.lesson',
  method: 'GET',
  path: '/live/walls/lesson',
  access: run,
  summary: 'For a connected screen: whose lessons it shows, and which lesson now',
  response: z.object({
    /** The teacher, whose channel `private-walls-{id}` says when to ask again. */
    account_id: z.number().int(),
    teacher_name: z.string(),
    assessment_id: z.number().int().nullable(),
  }),
  errors: ['WALL_NOT_FOUND'],
  allows: ['wall'],
});
