import fc from 'fast-check';
import {
  NOT_STARTED,
  computeFilings,
  computeStatusButton,
  decide,
  decideAnswer,
  decideDraft,
  endOwnTime,
  findOwnPhase,
  type AnswerContent,
  type AnswerDecision,
  type DraftDecision,
  type ExtraTime,
  type FiledPost,
  type Form,
  type SessionAction,
  type SessionDecision,
  type SessionState,
} from '../live/index.ts';
import { FORMS } from '../live/forms.ts';
import { deepFreeze } from './property.ts';
import { START_MS, words } from './sessions.ts';

/** The events of a classroom, in any order. */
export type ClassroomEvent =
  | { type: 'teacher'; action: SessionAction }
  | { type: 'wait'; ms: number }
  | { type: 'login'; student: number }
  | { type: 'answer'; student: number; form: Form; content: AnswerContent }
  | { type: 'draft'; student: number; form: Form; content: AnswerContent; revision: number };

export interface ClassroomPost extends FiledPost {
  account_id: number;
  form: Form;
}
interface Draft extends AnswerContent {
  account_id: number;
  form: Form;
  revision: number;
}

/** The result of one event, with the classroom before and after it. */
export interface Outcome {
  happening: ClassroomEvent;
  before: Classroom;
  after: Classroom;
  decision: SessionDecision | AnswerDecision | DraftDecision | null;
}

/** A lesson with its answers, maintained by the rules alone: it replaces the server's rows. */
export interface Classroom {
  nowMs: number;
  session: SessionState;
  loggedIn: readonly number[];
  posts: readonly ClassroomPost[];
  drafts: readonly Draft[];
  late: readonly ClassroomPost[];
}

const EMPTY_CLASSROOM: Classroom = { nowMs: START_MS, session: NOT_STARTED, loggedIn: [], posts: [], drafts: [], late: [] };

/** An event planned before the lesson's state is known: the teacher's next step, the open form. */
type Planned =
  | ClassroomEvent
  | { type: 'proceed'; minutes: number; extraTimes: readonly ExtraTime[] }
  | { type: 'answer-now'; student: number; content: AnswerContent; revision: number }
  | { type: 'draft-now'; student: number; content: AnswerContent; revision: number };

/** Runs events one after the other, each a little later than the last. */
export function run(plan: readonly Planned[]): Outcome[] {
  let classroom = deepFreeze(EMPTY_CLASSROOM);
  return plan.map((planned) => {
    const before = classroom;
    const happening = settle(before.session, planned);
    const { after, decision } = happen({ ...before, nowMs: before.nowMs + 200 }, happening);
    classroom = deepFreeze(after);
    return { happening, before, after, decision };
  });
}

function settle(session: SessionState, planned: Planned): ClassroomEvent {
  if (planned.type === 'proceed') {
    const button = session.state === 'running' ? computeStatusButton(session.phases.length) : null;
    const action: SessionAction = button
      ? { type: 'step', step: button.action, minutes: planned.minutes, extraTimes: planned.extraTimes }
      : { type: 'activate', minutes: planned.minutes, questionCount: 2, classIsBusy: false, extraTimes: planned.extraTimes };
    return { type: 'teacher', action };
  }
  if (planned.type !== 'answer-now' && planned.type !== 'draft-now') return planned;
  const { student, content, revision } = planned;
  const form = session.phases.at(-1)?.form ?? FORMS[0];
  return planned.type === 'answer-now' ? { type: 'answer', student, form, content } : { type: 'draft', student, form, content, revision };
}

function happen(room: Classroom, happening: ClassroomEvent): Pick<Outcome, 'after' | 'decision'> {
  switch (happening.type) {
    case 'wait':
      return { after: { ...room, nowMs: room.nowMs + happening.ms }, decision: null };
    case 'login':
      return { after: { ...room, loggedIn: [...new Set([...room.loggedIn, happening.student])] }, decision: null };
    case 'teacher':
      return act(room, happening.action);
    case 'answer':
      return answer(room, happening);
    case 'draft':
      return draft(room, happening);
  }
}

function act(room: Classroom, action: SessionAction): Pick<Outcome, 'after' | 'decision'> {
  const decision = decide(room.session, action, room.nowMs);
  if (!decision.ok) return { after: room, decision };
  let after: Classroom = { ...room, session: decision.next };
  for (const effect of decision.effects) {
    if (effect.type === 'session-started') after = { ...after, loggedIn: [], posts: [], drafts: [], late: [] };
    if (effect.type === 'drafts-filed') {
      const { form } = effect;
      const { except } = effect;
      after = file(
        after,
        form,
        after.loggedIn.filter((student) => !except.includes(student)),
      );
    }
    if (effect.type === 'own-time-ended' && effect.by !== 'cancel') {
      const { form, accountIds } = effect;
      after = file(
        after,
        form,
        after.loggedIn.filter((student) => accountIds.includes(student)),
      );
    }
  }
  return { after, decision };
}

function file(room: Classroom, form: Form, students: readonly number[]): Classroom {
  const answered = room.posts.filter((post) => post.form === form).map((post) => post.account_id);
  const filings = computeFilings(
    students,
    answered,
    room.drafts.filter((one) => one.form === form),
  );
  return { ...room, posts: [...room.posts, ...filings.map((filing) => ({ ...filing, form }))] };
}

function arrival(room: Classroom, { student, form, content }: { student: number; form: Form; content: AnswerContent }) {
  const existing = room.posts.find((post) => post.account_id === student && post.form === form) ?? null;
  return { phase: findOwnPhase(room.session, form, student), content, existing, nowMs: room.nowMs };
}

function answer(room: Classroom, happening: Extract<ClassroomEvent, { type: 'answer' }>): Pick<Outcome, 'after' | 'decision'> {
  const { student, form, content } = happening;
  const decision = decideAnswer(arrival(room, happening));
  const post: ClassroomPost = { account_id: student, form, ...content, filed_by: 'student' };
  if (decision.ok && decision.outcome === 'file')
    return {
      after: { ...room, session: endOwnTime(room.session, student), loggedIn: [...new Set([...room.loggedIn, student])], posts: [...room.posts, post] },
      decision,
    };
  if (!decision.ok && decision.refused === 'PHASE_CLOSED' && decision.keepAsLate) return { after: { ...room, late: [...room.late, post] }, decision };
  return { after: room, decision };
}

function draft(room: Classroom, happening: Extract<ClassroomEvent, { type: 'draft' }>): Pick<Outcome, 'after' | 'decision'> {
  const { student, form, content, revision } = happening;
  const isStored = (one: Draft): boolean => one.account_id === student && one.form === form;
  const decision = decideDraft({ ...arrival(room, happening), revision, storedRevision: room.drafts.find(isStored)?.revision ?? null });
  if (!decision.ok || decision.outcome !== 'save') return { after: room, decision };
  const stored: Draft = { account_id: student, form, revision, ...content };
  return {
    after: { ...room, loggedIn: [...new Set([...room.loggedIn, student])], drafts: [...room.drafts.filter((one) => !isStored(one)), stored] },
    decision,
  };
}

const anyForm = fc.constantFrom(...FORMS);
const anyStudent = fc.integer({ min: 1, max: 3 });
const anyContent: fc.Arbitrary<AnswerContent> = fc.record({
  response_id: fc.constantFrom(null, 11, 12, 13),
  comment: fc.constantFrom('', 'yes', 'because of the current').map(words),
});
const anyMinutes = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) }, { weight: 1, arbitrary: fc.constantFrom(0, -1, 0.5, 181, 180) });

/** Extra time for one or two of the students, or for nobody. */
const anyExtraTimes: fc.Arbitrary<ExtraTime[]> = fc.uniqueArray(fc.record({ account_id: anyStudent, percent: fc.constantFrom(1, 25, 50, 100, 1_000) }), {
  maxLength: 2,
  selector: ({ account_id }) => account_id,
});

/** Any action that a teacher, or the server itself, may try. */
export const anyAction: fc.Arbitrary<SessionAction> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('activate' as const),
      minutes: anyMinutes,
      questionCount: fc.constantFrom(2, 2, 2, 1),
      classIsBusy: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      type: fc.constant('step' as const),
      step: fc.constantFrom('re-assign' as const, 'next' as const, 'finished' as const),
      minutes: anyMinutes,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'cancel' as const }) },
  { weight: 4, arbitrary: fc.constant({ type: 'close-due' as const }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('close' as const), form: fc.constantFrom(undefined, undefined, ...FORMS) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('end' as const), form: anyForm }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('adjust-time' as const),
      adjustment: fc.constantFrom('increase' as const, 'decrease' as const),
      minutes: anyMinutes,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('set-commenting' as const), canComment: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('set-plan' as const), showsAnswers: fc.constantFrom('as-answered' as const, 'when-closed' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('reveal' as const), form: anyForm, what: fc.constantFrom('distribution' as const, 'correctness' as const) }),
  },
);

/** Any course of a lesson, with and without problems. */
export const anyLesson: fc.Arbitrary<Planned[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('proceed' as const), minutes: fc.integer({ min: 1, max: 3 }), extraTimes: anyExtraTimes }) },
    { weight: 6, arbitrary: anyAction.map((action) => ({ type: 'teacher' as const, action })) },
    { weight: 3, arbitrary: fc.constantFrom(1_000, 2_800, 30_000, 60_000, 62_600, 63_000, 200_000).map((ms) => ({ type: 'wait' as const, ms })) },
    { weight: 2, arbitrary: anyStudent.map((student) => ({ type: 'login' as const, student })) },
    {
      weight: 6,
      arbitrary: fc.record({
        type: fc.constantFrom('answer-now' as const, 'draft-now' as const),
        student: anyStudent,
        content: anyContent,
        revision: fc.integer({ min: 1, max: 6 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ type: fc.constant('answer' as const), student: anyStudent, form: anyForm, content: anyContent }) },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('draft' as const),
        student: anyStudent,
        form: anyForm,
        content: anyContent,
        revision: fc.integer({ min: 1, max: 6 }),
      }),
    },
  ),
  { minLength: 1, maxLength: 60, size: 'max' },
);
