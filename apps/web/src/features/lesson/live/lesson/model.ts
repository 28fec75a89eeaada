import type { CallResult } from '@classwright/contract/core/endpoint';
import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import type { liveCommentLogs, liveFeed, liveResponded } from '@classwright/contract/lesson/live/calls';
import type { LessonEvent } from '@classwright/contract/lesson/live/events';
import type { LessonSummaryView, LiveTallyView, PostView, SessionView, StaffLiveAssessmentView, TallyView } from '@classwright/contract/lesson/live/views';
import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import { computeQuestionPosition, listFormsOfSameQuestion } from '@classwright/rules/live/forms';
import { NOTHING_DIRTY } from '@classwright/rules/live/lesson-dirty';
import { applyLessonEvent, fromSession, type LessonPhase, type LessonState } from '@classwright/rules/live/lesson-state';

export type FeedAnswer = Omit<CallResult<typeof liveFeed>, 'data' | 'status'>;
export type Roster = Pick<CallResult<typeof liveResponded>, 'students' | 'absent' | 'totalStudent' | 'connected_as_of'>;
export type CommentLogs = Pick<CallResult<typeof liveCommentLogs>, 'logs' | 'total'>;
export type LateAnswer = FeedAnswer['late'][number];

/** The opening time of each form. With the deadline it gives the form's whole time. */
type Openings = Readonly<Partial<Record<Form, number>>>;

/** Everything that the teacher's screen knows about a lesson. Changed only by the pure steps below. */
export interface StaffModel {
  readonly assessment: StaffLiveAssessmentView | null;
  /** The newest run with any result; null if there was none yet. */
  readonly known: LessonState | null;
  readonly openedAtMs: Openings;
  /** The figures of the form opened last. */
  readonly tally: LiveTallyView | null;
  /** The last known figures of earlier forms. */
  readonly earlier: Readonly<Partial<Record<Form, TallyView>>>;
  readonly roster: Roster | null;
  readonly feeds: Readonly<Partial<Record<Form, FeedAnswer>>>;
  readonly logs: CommentLogs | null;
  /** Requested when a form opens after another, and once the lesson is finished. */
  readonly summary: LessonSummaryView | null;
}

export const NOTHING_KNOWN: StaffModel = {
  assessment: null,
  known: null,
  openedAtMs: {},
  tally: null,
  earlier: {},
  roster: null,
  feeds: {},
  logs: null,
  summary: null,
};

/** The stage of the screen: starting a run, running it, or looking back. Null before anything is known. */
export type Stage = 'ready' | 'running' | 'finished';

export function stageOf({ assessment, known }: Pick<StaffModel, 'assessment' | 'known'>): Stage | null {
  if (!assessment) return null;
  if (known?.state === 'running') return 'running';
  return known?.state === 'finished' || assessment.status === 'finished' ? 'finished' : 'ready';
}

const NO_PHASES: readonly LessonPhase[] = [];

/** Returns the forms of the current run, in order. Empty before the run and after a canceled one. */
export function phasesOf({ known }: Pick<StaffModel, 'known'>): readonly LessonPhase[] {
  return known && known.state !== 'canceled' ? known.phases : NO_PHASES;
}

/** Returns the form opened last in the current run, or null. */
export const phaseOf = (model: Pick<StaffModel, 'known'>): LessonPhase | null => phasesOf(model).at(-1) ?? null;

/**
 * Checks whether the walls show the distribution of a form. Unasked they show that of the form opened last, once it is
 * revealed (LIVE-81).
 */
export function isOnWall(model: Pick<StaffModel, 'known'>, form: Form): boolean {
  const wall = model.known?.wall;
  if (wall) return wall.show === 'distribution' && wall.of === form;
  const last = phaseOf(model);
  return last?.form === form && last.distributionRevealed;
}

/** Returns the question that a form asks. */
export const questionOf = ({ assessment }: Pick<StaffModel, 'assessment'>, form: Form): StaffQuestionView | null =>
  assessment?.questions[computeQuestionPosition(form) - 1] ?? null;

/** Returns the figures of the earlier form with the same question, or null if there is none. */
export function tallyBefore({ earlier }: Pick<StaffModel, 'earlier'>, form: Form): TallyView | null {
  const forms = listFormsOfSameQuestion(form);
  const before = forms[forms.indexOf(form) - 1];
  return (before && earlier[before]) ?? null;
}

/** Applies the summary: the totals over all opened forms and each form's figures. */
export function takeSummary(model: StaffModel, summary: LessonSummaryView): StaffModel {
  const earlier = { ...model.earlier };
  for (const tally of summary.distribution ?? []) earlier[tally.form] = tally;
  return { ...model, summary, earlier };
}

/** Applies a session. An older one only adds what events do not carry. */
export function takeSession(model: StaffModel, session: SessionView): StaffModel {
  const { known } = model;
  if (known && session.epoch < known.epoch) return model;
  const isOtherRun = known !== null && session.epoch > known.epoch;
  const openings = Object.fromEntries(session.attempts.map(({ form, opened_at }) => [form, Date.parse(opened_at)]));
  if (known && !isOtherRun && session.sequence < known.sequence) return { ...model, openedAtMs: { ...model.openedAtMs, ...openings } };
  const next = { ...fromSession(session), dirty: isOtherRun ? NOTHING_DIRTY : (known?.dirty ?? NOTHING_DIRTY) };
  if (isOtherRun) return { ...NOTHING_KNOWN, assessment: model.assessment, known: next, openedAtMs: openings };
  return withTallyOf({ ...model, known: next, openedAtMs: { ...model.openedAtMs, ...openings } });
}

/** Returns the model with everything from a complete answer about the lesson. */
export function takeAssessment(model: StaffModel, assessment: StaffLiveAssessmentView): StaffModel {
  const { session } = assessment;
  const isOld =
    session !== null &&
    model.known !== null &&
    (session.epoch < model.known.epoch || (session.epoch === model.known.epoch && session.sequence < model.known.sequence));
  const next = session ? takeSession(model, session) : model;
  return withTallyOf({ ...next, assessment, tally: isOld || isOlder(assessment.tally, next.tally) ? next.tally : assessment.tally });
}

/** Applies an event, or returns 'reload' if the state has to be requested. */
export function takeEvent(model: StaffModel, event: LessonEvent): StaffModel | 'reload' {
  if (!model.known) return 'reload';
  const known = applyLessonEvent(model.known, event);
  if (known === 'reload' || known === model.known) return known === 'reload' ? 'reload' : model;
  const openedAtMs = event.name === 'assessment.started' ? { [event.form]: Date.parse(event.server_time), ...model.openedAtMs } : model.openedAtMs;
  return withTallyOf({ ...model, known, openedAtMs });
}

/** Checks whether figures are older than the known ones of the same form: another process may still send old ones. */
const isOlder = (tally: LiveTallyView | null, known: LiveTallyView | null): boolean =>
  tally !== null && known !== null && tally.form === known.form && tally.as_of < known.as_of;

/** Applies the staff's figures. Those of another run, an earlier form or an earlier moment are ignored. */
export function takeTally(model: StaffModel, epoch: number, tally: LiveTallyView): StaffModel {
  const form = phaseOf(model)?.form;
  if (!form || model.known?.epoch !== epoch || FORMS.indexOf(tally.form) < FORMS.indexOf(form) || isOlder(tally, model.tally)) return model;
  return { ...model, tally };
}

/**
 * Checks whether a student may have answered in their own extra time after the form closed for the class. No event
 * reports such a post (LIVE-68), but the figures do.
 */
export function isOwnTimeNews(before: StaffModel, after: StaffModel): boolean {
  const [was, is] = [before.tally, after.tally];
  if (!was || !is || was === is || was.form !== is.form || !phaseOf(after)?.closed) return false;
  return was.own_time?.students !== is.own_time?.students || (is.own_time !== undefined && was.answered !== is.answered);
}

/** Applies the roster. Known connections are kept if they are newer. */
export function takeRoster(model: StaffModel, roster: Roster): StaffModel {
  const known = model.roster;
  if (!known || known.connected_as_of <= roster.connected_as_of) return { ...model, roster };
  const connected = known.students.filter((student) => student.connected).map(({ id }) => id);
  return takeConnected({ ...model, roster: { ...roster, connected_as_of: known.connected_as_of } }, connected, known.connected_as_of);
}

/** Applies the accounts that held an open socket of the lesson at a moment. */
export function takeConnected(model: StaffModel, connected: readonly number[], asOf: number): StaffModel {
  if (!model.roster || asOf < model.roster.connected_as_of) return model;
  const here = new Set(connected);
  const students = model.roster.students.map((student) =>
    student.connected === here.has(student.id) ? student : { ...student, connected: here.has(student.id) },
  );
  return { ...model, roster: { ...model.roster, students, connected_as_of: asOf } };
}

/** Applies a form's feed. The feed of another run is never requested. */
export function takeFeed(model: StaffModel, form: Form, feed: FeedAnswer): StaffModel {
  return { ...model, feeds: { ...model.feeds, [form]: feed } };
}

/** Changes one post wherever it is shown. */
export function changePost(model: StaffModel, postId: number, change: (post: PostView) => PostView): StaffModel {
  const feeds = { ...model.feeds };
  for (const form of FORMS) {
    const feed = feeds[form];
    if (feed?.posts.some(({ id }) => id === postId)) feeds[form] = { ...feed, posts: feed.posts.map((post) => (post.id === postId ? change(post) : post)) };
  }
  return { ...model, feeds };
}

/** Gives a newly opened form empty figures instead of those of the form before. */
function withTallyOf(model: StaffModel): StaffModel {
  const form = phaseOf(model)?.form;
  if (!model.tally || !form || model.tally.form === form) return form ? model : { ...model, tally: null };
  const counts = (questionOf(model, form)?.responses ?? []).map(({ id }) => ({ response_id: id, count: 0 }));
  return {
    ...model,
    earlier: { ...model.earlier, [model.tally.form]: model.tally },
    tally: { ...model.tally, form, answered: 0, right: 0, counts, own_time: undefined },
  };
}
