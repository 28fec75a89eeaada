import { NAME_LETTERS } from '@classwright/rules/live/seats';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, optionalText, packMessage, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { SEAT_CHECKS } from '../../school/school-settings/seat-checks.ts';
import { assessmentId, byAssessment, run, take } from '../live/fields.ts';

const label = (key: string) => asMessage(`seats.field.${key}`);
const typedText = (key: string, max: number) =>
  z
    .string({ error: packMessage('validation.required', { label: label(key) }) })
    .trim()
    .min(1, { error: packMessage('validation.required', { label: label(key) }) })
    .max(max, { error: packMessage('validation.tooLong', { label: label(key), max }) });

/** The least length of a phone's secret: 128 bits in hex. */
const PHONE_SECRET_LENGTH = 32;

const code = typedText('code', 60);
const studentId = id(label('student'));
const ofCode = ['LESSON_CODE_REFUSED', 'LESSON_CODE_ENDED', 'LESSON_CODE_PAUSE'] as const;

const LessonAsks = z.enum([...SEAT_CHECKS, 'guest']);

/** The lesson that a code leads to, as far as anybody with the code may know. */
export const CodedLessonView = z.object({
  assessment_id: z.number().int(),
  class_name: z.string(),
  teacher_name: z.string(),
  /** The proof that the school asks for; `guest` in a rehearsal, where phones come in without a name. */
  asks: LessonAsks,
});
export type CodedLessonView = z.infer<typeof CodedLessonView>;

export const lessonCodeOpen = endpoint({
  name: 'lessonCode.open',
  method: 'POST',
  path: '/lesson-code',
  access: 'public',
  summary: 'The lesson that a code on the wall leads to',
  body: z.object({ code }),
  response: z.object({ lesson: CodedLessonView }),
  errors: [...ofCode],
  ownTransaction: true,
  allows: ['seat'],
});

export const SeatNameView = z.object({
  id: z.number().int(),
  name: z.string(),
  /** True when this student is in the lesson already. */
  is_here: z.boolean(),
});
export type SeatNameView = z.infer<typeof SeatNameView>;

export const lessonCodeNames = endpoint({
  name: 'lessonCode.names',
  method: 'POST',
  path: '/lesson-code/names',
  access: 'public',
  summary: `The students of the lesson whose names begin with what was typed, from ${NAME_LETTERS} letters on`,
  body: z.object({ code, typed: text({ label: label('name'), max: 200 }) }),
  response: z.object({
    students: z.array(SeatNameView),
    /** True when more names fit than are returned. */
    has_more: z.boolean(),
  }),
  errors: [...ofCode, 'SEAT_SIGN_IN'],
  ownTransaction: true,
  allows: ['seat'],
});

/** A student who sits in the lesson, with a token for this lesson and this student alone. */
export const SeatedView = z.object({
  state: z.literal('seated'),
  assessment_id: z.number().int(),
  api_token: z.string(),
  student: z.object({ account_id: z.number().int(), first_name: z.string(), last_name: z.string(), time_zone: z.string() }),
});
export type SeatedView = z.infer<typeof SeatedView>;

/** A student who sits in the lesson with a token for it, or a phone that waits for a seat that another phone has. */
export const SeatView = z.discriminatedUnion('state', [
  SeatedView,
  z.object({
    state: z.literal('waiting'),
    /** The secret of this phone's request. The phone sends it when it asks again. */
    request: z.string(),
  }),
]);
export type SeatView = z.infer<typeof SeatView>;

/**
 * Gives a student a seat. A phone that waits repeats the call with its `request` until it is let in, refused, or the
 * request expires.
 */
export const seatTake = endpoint({
  name: 'seat.take',
  refusedCost: 9,
  method: 'POST',
  path: '/lesson-code/seat',
  access: 'public',
  summary: 'Take a student’s seat in the lesson: a token for this lesson and this student alone, or a request where another phone has it',
  body: z.object({
    code,
    student_id: studentId,
    /** The PIN, or the code of the sign-in card. */
    secret: optionalText({ label: label('pin'), max: 200 }),
    request: optionalText({ label: label('request'), max: 100 }),
    /**
     * Random characters that only this phone knows, the same for each try. The token follows from them, so that a phone
     * whose response was lost gets its seat again and asks nobody.
     */
    phone_secret: optionalText({ label: label('phoneSecret'), max: 100 }).refine((secret) => secret === '' || secret.length >= PHONE_SECRET_LENGTH, {
      error: packMessage('validation.generic', { label: label('phoneSecret') }),
    }),
  }),
  response: z.object({ seat: SeatView }),
  errors: [...ofCode, 'STUDENT_NOT_FOUND', 'SEAT_PIN_REFUSED', 'SEAT_PIN_PAUSE', 'SEAT_SIGN_IN', 'SEAT_REQUEST_REFUSED'],
  ownTransaction: true,
  answersSecret: true,
  allows: ['seat'],
});

/**
 * Withdraws a phone's own request for a seat, so that nobody is asked about it any longer and nobody loses a seat to a
 * phone that has gone. False when the request has ended before, which is no error.
 */
export const seatWithdraw = endpoint({
  name: 'seat.withdraw',
  refusedCost: 9,
  method: 'POST',
  path: '/lesson-code/seat/withdraw',
  access: 'public',
  summary: 'Withdraw a phone’s own request for a seat that another phone has',
  body: z.object({ code, student_id: studentId, request: text({ label: label('request'), max: 100 }) }),
  response: z.object({ withdrawn: z.boolean() }),
  errors: [...ofCode],
  ownTransaction: true,
  allows: ['seat'],
});

/** Gives a phone a seat of its own in a rehearsal, whose people have numbers for names (LIVE-127). */
export const seatGuest = endpoint({
  name: 'seat.guest',
  refusedCost: 9,
  method: 'POST',
  path: '/lesson-code/guest',
  access: 'public',
  summary: 'Join a rehearsal as a guest without a name: a token for this rehearsal alone',
  body: z.object({ code }),
  response: z.object({ seat: SeatedView }),
  errors: [...ofCode, 'NOT_A_REHEARSAL', 'SEAT_GUESTS_FULL'],
  ownTransaction: true,
  answersSecret: true,
  allows: ['seat'],
});

// ── the student who sits there ──

export const seatAnswer = endpoint({
  name: 'seat.answer',
  method: 'POST',
  path: '/live/learning/seat/answer',
  access: take,
  summary: 'Let another phone have one’s seat in the lesson, or refuse it',
  body: z.object({ assessment_id: assessmentId, lets_in: flag(label('letsIn')) }),
  response: z.object({ let_in: z.boolean() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SEAT_NOT_FOUND'],
  allows: ['seat'],
});

/** The request of another phone for the caller's seat, if there is one. */
export const seatRequest = endpoint({
  name: 'seat.request',
  method: 'GET',
  path: '/live/learning/seat/request',
  access: take,
  summary: 'The request of another phone for one’s seat in the lesson',
  query: byAssessment,
  response: z.object({ asks: z.object({ device: z.string() }).nullable() }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
  allows: ['seat'],
});

// ── the teacher ──

const TakenSeatView = z.object({
  student_id: z.number().int(),
  name: z.string(),
  /** The phone's own description. */
  device: z.string(),
  came_at: z.string(),
  /** The description of another phone that asks for the seat; null when none does. */
  asked_by: z.string().nullable(),
});

/** The code as walls show it, without anybody's name. */
export const lessonCodeShown = endpoint({
  name: 'lessonCode.shown',
  method: 'GET',
  path: '/live/learning/code',
  access: run,
  summary: 'The code of the running lesson, for the wall',
  query: byAssessment,
  response: z.object({
    /** Null while no lesson runs. */
    code: z.string().nullable(),
    /**
     * The address that phones open, without the code, such as "http://192.168.1.20:3000/j/". Null when only this machine
     * can reach the server.
     */
    address: z.string().nullable(),
  }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
  allows: ['wall'],
});

export const seatList = endpoint({
  name: 'seat.list',
  method: 'GET',
  path: '/live/learning/seats',
  access: run,
  summary: 'The code of the running lesson, and the students who came in with it',
  query: byAssessment,
  response: lessonCodeShown.response.extend({
    asks: LessonAsks,
    seats: z.array(TakenSeatView),
  }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});

const ofSeat = z.object({ assessment_id: assessmentId, student_id: studentId });

export const seatEnd = endpoint({
  name: 'seat.end',
  method: 'POST',
  path: '/live/learning/seats/end',
  access: run,
  summary: 'Send the phone of a student out of the lesson; the seat is free again, and the answers stay',
  body: ofSeat,
  response: z.object({ message: z.string() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SEAT_NOT_FOUND'],
});

export const seatLetIn = endpoint({
  name: 'seat.letIn',
  method: 'POST',
  path: '/live/learning/seats/let-in',
  access: run,
  summary: 'Give a student’s seat to the phone that asks for it',
  body: ofSeat,
  response: z.object({ message: z.string() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SEAT_NOT_FOUND'],
});

// ── PINs ──

export const SeatPinView = z.object({
  student_id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  pin: z.string(),
  /** The minutes until the next PIN is accepted after too many wrong ones; 0 when it is accepted now. */
  locked_minutes: z.number().int(),
});
export type SeatPinView = z.infer<typeof SeatPinView>;

const cards = { resource: 'sign-in-cards', action: 'create' } as const;

export const seatPinList = endpoint({
  name: 'seatPin.list',
  cost: 5,
  method: 'POST',
  path: '/seat-pins',
  access: cards,
  summary: 'The PINs of the students of a class, for those who teach it; students who have none get one',
  body: z.object({ class_id: id(label('class')) }),
  response: z.object({ class_name: z.string(), pins: z.array(SeatPinView) }),
  errors: [],
  answersSecret: true,
});

export const seatPinRenew = endpoint({
  name: 'seatPin.renew',
  method: 'POST',
  path: '/seat-pins/renew',
  access: cards,
  summary: 'Give a student of one’s class a new PIN; the seat accepts it at once',
  body: z.object({ class_id: id(label('class')), student_id: studentId }),
  response: z.object({ pin: SeatPinView, message: z.string() }),
  errors: ['STUDENT_NOT_FOUND'],
  answersSecret: true,
});

export const seatPinRenewAll = endpoint({
  name: 'seatPin.renewAll',
  cost: 10,
  method: 'POST',
  path: '/seat-pins/renew-all',
  access: cards,
  summary: 'Give all students of one’s class new PINs; the old ones open nothing from then on',
  body: z.object({ class_id: id(label('class')) }),
  response: z.object({ pins: z.array(SeatPinView), message: z.string() }),
  errors: [],
  answersSecret: true,
});

export const seatPinOwn = endpoint({
  name: 'seatPin.own',
  method: 'POST',
  path: '/seat-pins/own',
  access: take,
  summary: 'One’s own PIN for lessons; a student who has none gets one',
  body: z.object({}),
  response: z.object({ pin: z.string() }),
  errors: [],
  answersSecret: true,
});
