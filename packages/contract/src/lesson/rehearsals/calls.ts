import { SIMULATED_SIZES, SIMULATED_SPEEDS, type SimulatedSpeed } from '@classwright/rules/simulation/index';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage } from '../../core/fields.ts';
import { SeatedView } from '../seats/calls.ts';

const assessmentId = id('Assessment');
const run = { resource: 'live-lessons', action: 'run' } as const;

/** A whole number, also accepted as digits. */
const whole = (message: { error: string }) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,4}$/)
          .transform(Number),
      ],
      message,
    )
    .pipe(z.number(message).int(message));

const sizeMessage = { error: packMessage('rehearsal.size', { ...SIMULATED_SIZES }) };
const speedMessage = { error: packMessage('rehearsal.speed') };
const Size = whole(sizeMessage).pipe(z.number().min(SIMULATED_SIZES.least, sizeMessage).max(SIMULATED_SIZES.most, sizeMessage));
const Speed = whole(speedMessage)
  .refine((speed) => (SIMULATED_SPEEDS as readonly number[]).includes(speed), speedMessage)
  .transform((speed) => speed as SimulatedSpeed);

const Brought = z.object({ size: z.number().int(), speed: z.union([z.literal(1), z.literal(4), z.literal(8)]), brought_at: z.string() });

/** A rehearsal of the caller, which can be opened or removed. */
export const RehearsalView = z.object({
  assessment_id: z.number().int(),
  title: z.string(),
  /** `ready`: its lesson has not begun, or was canceled. */
  state: z.enum(['ready', 'running', 'finished']),
});
export type RehearsalView = z.infer<typeof RehearsalView>;

/** Makes a copy of an assessment with a class of simulated people, so that its lesson can be tried. */
export const rehearsalMake = endpoint({
  name: 'rehearsal.make',
  method: 'POST',
  path: '/live/learning/rehearsals',
  access: run,
  summary: 'Make a copy of an assessment with a simulated class, in which nothing counts',
  body: z.object({ assessment_id: assessmentId, size: Size, speed: Speed }),
  response: z.object({ assessment_id: z.number().int() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'ASSESSMENT_INCOMPLETE', 'SIMULATED_CLASSES_OFF', 'SIMULATED_CLASSES_BUSY'],
  cost: 20,
});

/** Lists the caller's own rehearsals, newest first, so that one is found again from Home. A rehearsal lasts a day at most. */
export const rehearsalList = endpoint({
  name: 'rehearsal.list',
  method: 'GET',
  path: '/live/learning/rehearsals',
  access: run,
  summary: 'The rehearsals that the caller has opened, newest first',
  response: z.object({
    rehearsals: z.array(RehearsalView),
    /** True when another one can be opened: the school has simulated classes switched on. */
    can_open: z.boolean(),
  }),
  errors: [],
  readOnly: true,
});

/** Takes a rehearsal away with everything that was done in it. */
export const rehearsalRemove = endpoint({
  name: 'rehearsal.remove',
  method: 'DELETE',
  path: '/live/learning/rehearsals/:id',
  access: run,
  summary: 'Take a rehearsal away with everything that was done in it',
  params: z.object({ id: assessmentId }),
  response: z.object({ original_id: z.number().int().nullable() }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  cost: 10,
});

/** Says whether a simulated class can come to a lesson, or has come. */
export const simulatedClassGet = endpoint({
  name: 'simulatedClass.get',
  method: 'GET',
  path: '/live/learning/simulated-class',
  access: run,
  summary: 'The simulated class of a lesson, and whether it is a rehearsal',
  query: z.object({ assessment_id: assessmentId }),
  response: z.object({
    is_rehearsal: z.boolean(),
    /** The assessment that this is a rehearsal of; null when it is none, or the original is deleted. */
    original_id: z.number().int().nullable(),
    /** `here`: a class comes to this lesson. `rehearsal`: it comes to a copy. Null: the school has them switched off. */
    comes: z.enum(['here', 'rehearsal']).nullable(),
    /** The class that takes part now. */
    brought: Brought.nullable(),
    /** The caller's newest rehearsal of this lesson. */
    rehearsal: RehearsalView.nullable(),
  }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});

/** Brings a simulated class to a rehearsal, or in the demo school to any lesson. */
export const simulatedClassBring = endpoint({
  name: 'simulatedClass.bring',
  method: 'POST',
  path: '/live/learning/simulated-class',
  access: run,
  summary: 'Bring a simulated class to a rehearsal or to a lesson of the demo school',
  body: z.object({ assessment_id: assessmentId, size: Size, speed: Speed }),
  response: z.object({ brought: Brought }),
  errors: ['ASSESSMENT_NOT_FOUND', 'ASSESSMENT_FINISHED', 'NOT_A_REHEARSAL', 'SIMULATED_CLASSES_OFF', 'SIMULATED_CLASSES_BUSY'],
  cost: 10,
});

/**
 * Lets the caller play one student of a simulated class, in a frame next to the desk: a seat in this lesson, whose token
 * every other call refuses. Asked again, it is the same student, and the earlier token ends.
 */
export const simulatedClassPhone = endpoint({
  name: 'simulatedClass.phone',
  method: 'POST',
  path: '/live/learning/simulated-class/phone',
  access: run,
  summary: 'Play one student of the simulated class of a lesson',
  body: z.object({ assessment_id: assessmentId }),
  response: z.object({ seat: SeatedView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'NOT_A_REHEARSAL', 'SIMULATED_CLASS_MISSING'],
  answersSecret: true,
});
