import type { Form } from '@classwright/contract/lesson/live/forms';
import type { LessonEvent } from '@classwright/contract/lesson/live/events';
import type { OwnPairView } from '@classwright/contract/lesson/live/pairs';
import type { DistributionView, LateAnswerView, OwnLessonView, PostView, SessionView } from '@classwright/contract/lesson/live/views';
import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { NOTHING_DIRTY } from '@classwright/rules/live/lesson-dirty';
import { listFormsOfSameQuestion } from '@classwright/rules/live/forms';
import { listExplained } from '@classwright/rules/live/wall';
import { applyLessonEvent, currentPhase, fromSession, type LessonPhase, type LessonState } from '@classwright/rules/live/lesson-state';

/** The posts and the distribution of a form that may be seen. */
export interface Feed {
  readonly form: Form;
  readonly visible: boolean;
  readonly posts: readonly PostView[];
  readonly distribution: DistributionView | null;
}

export interface LessonTitle {
  readonly id: number;
  readonly title: string;
  readonly class_name: string;
  readonly teacher_name: string;
}

/** The name by which classmates know the student in a lesson without names. */
export interface Alias {
  readonly id: number;
  readonly name: string;
}

/** The student's state as the server sends it. */
export interface ActiveAnswer {
  readonly assessment: LessonTitle & { readonly questions: readonly RevealedQuestionView[] };
  readonly post_response: PostView | null;
  readonly late: readonly LateAnswerView[];
  readonly session: SessionView;
  readonly alias?: Alias | undefined;
}

/** Everything that the page knows about the lesson. Changed only by the pure steps below. */
export interface LessonModel {
  readonly assessment: LessonTitle | null;
  /** The question of the form opened last. */
  readonly question: RevealedQuestionView | null;
  /** The session's state from events; null before it was loaded. */
  readonly known: LessonState | null;
  readonly openedAtMs: Readonly<Partial<Record<Form, number>>>;
  readonly ownPosts: Readonly<Partial<Record<Form, PostView>>>;
  readonly late: readonly LateAnswerView[];
  readonly feed: Feed | null;
  /** The questions and feeds of earlier forms, if loaded. */
  readonly earlierQuestions: Readonly<Partial<Record<Form, RevealedQuestionView>>>;
  readonly earlierFeeds: Readonly<Partial<Record<Form, Feed>>>;
  /**
   * Closed forms of which the server has reported this student's filed answer. If `ownPosts` has nothing for one, there
   * was none.
   */
  readonly settled: readonly Form[];
  /** With whom this student talks; null: nobody, or it is not known. */
  readonly pair: OwnPairView | null;
  /** Null in a lesson with names. */
  readonly alias: Alias | null;
}

const NOTHING_OF_A_RUN = {
  question: null,
  ownPosts: {},
  late: [],
  feed: null,
  earlierQuestions: {},
  earlierFeeds: {},
  settled: [],
  pair: null,
  alias: null,
} as const;
export const NOTHING_KNOWN: LessonModel = { ...NOTHING_OF_A_RUN, assessment: null, known: null, openedAtMs: {} };

/** Returns the form opened last; null before anything is known. */
export const phaseOf = (model: LessonModel): LessonPhase | null => (model.known ? currentPhase(model.known) : null);

/** Returns the question of an opened form; null while it is not known. */
export const questionOf = (model: LessonModel, form: Form): RevealedQuestionView | null =>
  phaseOf(model)?.form === form ? model.question : (model.earlierQuestions[form] ?? null);

/**
 * Returns the response of a form's question that the teacher explains on the wall now (LIVE-83), once this student may know
 * which is right; otherwise null.
 */
export function explainedIn(model: LessonModel, form: Form): number | null {
  const wall = model.known?.wall;
  const question = questionOf(model, form);
  if (wall?.show !== 'explain' || !wall.of || !question || !listFormsOfSameQuestion(wall.of).includes(form)) return null;
  const known = question.responses.flatMap(({ id, position, is_valid }) => (is_valid === undefined ? [] : [{ id, position, is_valid }]));
  return listExplained(known)[wall.step]?.id ?? null;
}

/** Returns the feed of an opened form; null while it is not known. */
export const feedOf = (model: LessonModel, form: Form): Feed | null => (phaseOf(model)?.form === form ? model.feed : (model.earlierFeeds[form] ?? null));

/** Checks whether the result of the student's form is known: the answer itself, or that there is none. */
export const isSettled = (model: LessonModel, form: Form): boolean => model.ownPosts[form] !== undefined || model.settled.includes(form);

/** Checks whether an id is this student's: of the account, or in a lesson without names of the alias. */
export const isOwnId = ({ alias }: Pick<LessonModel, 'alias'>, id: number, accountId: number | undefined): boolean => id === accountId || id === alias?.id;

/** Applies a session. One older than the events only adds what events do not carry. */
export function takeSession(model: LessonModel, session: SessionView): LessonModel {
  const { known } = model;
  if (known && session.epoch < known.epoch) return model;
  const isOtherRun = known !== null && session.epoch > known.epoch;
  const openedAtMs = {
    ...(isOtherRun ? {} : model.openedAtMs),
    ...Object.fromEntries(session.attempts.map(({ form, opened_at }) => [form, Date.parse(opened_at)])),
  };
  if (known && !isOtherRun && session.sequence < known.sequence) return { ...model, openedAtMs };
  const next = { ...fromSession(session), dirty: isOtherRun ? NOTHING_DIRTY : (known?.dirty ?? NOTHING_DIRTY) };
  if (isOtherRun) return { ...model, ...NOTHING_OF_A_RUN, known: next, openedAtMs };
  return dropOldForm(model, { ...model, known: next, openedAtMs });
}

/** Applies the student's state. Data of a form that is no longer the last one is ignored. */
export function takeActive(model: LessonModel, { assessment, post_response, late, session, alias }: ActiveAnswer): LessonModel {
  const next = takeSession(model, session);
  const {
    questions: [question],
    ...title
  } = assessment;
  const own = post_response ? { ...next.ownPosts, [post_response.form]: post_response } : next.ownPosts;
  const isCurrent = phaseOf(next)?.form === session.form && next.known?.epoch === session.epoch;
  const isOver = next.known?.epoch === session.epoch && session.attempts.some(({ form, closed_at }) => form === session.form && closed_at !== null);
  return {
    ...next,
    assessment: title,
    late,
    alias: alias ?? null,
    settled: isOver ? union(next.settled, [session.form]) : next.settled,
    ownPosts: next.known?.epoch === session.epoch ? own : next.ownPosts,
    question: isCurrent ? (question ?? null) : next.question,
  };
}

const union = (known: readonly Form[], forms: readonly Form[]): readonly Form[] => [...new Set([...known, ...forms])];

/**
 * Applies the own answers of all opened forms. For the form opened last, other sources are newer; earlier forms no
 * longer change.
 */
export function takeOwnLesson(model: LessonModel, { questions, answers }: OwnLessonView): LessonModel {
  const earlier = answers.filter(({ form }) => form !== phaseOf(model)?.form && model.known?.phases.some((phase) => phase.form === form));
  const found = earlier.flatMap(({ form, post }) => (post ? [[form, post] as const] : []));
  const asked = earlier.flatMap(({ form, question_id }) => {
    const question = questions.find(({ id }) => id === question_id);
    return question ? [[form, question] as const] : [];
  });
  return {
    ...model,
    ownPosts: { ...model.ownPosts, ...Object.fromEntries(found) },
    earlierQuestions: { ...model.earlierQuestions, ...Object.fromEntries(asked) },
    settled: union(
      model.settled,
      earlier.map(({ form }) => form),
    ),
    late: answers.flatMap(({ late }) => late),
  };
}

/**
 * Applies an event, or returns 'reload' if the state has to be requested. A question in the event is shown right away.
 */
export function takeEvent(model: LessonModel, event: LessonEvent): LessonModel | 'reload' {
  if (!model.known) return 'reload';
  const known = applyLessonEvent(model.known, event);
  if (known === 'reload') return 'reload';
  if (known === model.known) return model;
  const next = dropOldForm(model, { ...model, known });
  if (event.name !== 'assessment.started' || phaseOf(next)?.form !== event.form) return next;
  return { ...next, question: event.question ?? next.question, openedAtMs: { [event.form]: Date.parse(event.server_time), ...next.openedAtMs } };
}

/** Applies the feed of an opened form. */
export function takeFeed(model: LessonModel, feed: Feed, accountId: number): LessonModel {
  const known = model.ownPosts[feed.form];
  const own = feed.posts.find((post) => isOwnId(model, post.account.id, accountId));
  // Classmates' posts, and so this feed, say of nobody whether the answer is right (LIVE-113).
  const ownPosts = own ? { ...model.ownPosts, [feed.form]: { ...own, is_correct: known?.is_correct ?? null } } : model.ownPosts;
  const next: Feed = { ...feed, posts: keepUnchanged(feedOf(model, feed.form)?.posts ?? [], feed.posts) };
  if (phaseOf(model)?.form === feed.form) return { ...model, ownPosts, feed: next };
  return { ...model, ownPosts, earlierFeeds: { ...model.earlierFeeds, [feed.form]: next } };
}

/** Keeps the objects of unchanged posts, so that only changed ones are rendered again. */
function keepUnchanged(before: readonly PostView[], after: readonly PostView[]): readonly PostView[] {
  const known = new Map(before.map((post) => [post.id, post]));
  return after.map((post) => {
    const old = known.get(post.id);
    return old && JSON.stringify(old) === JSON.stringify(post) ? old : post;
  });
}

/** Applies an answer that the server has confirmed. */
export function takeOwnPost(model: LessonModel, post: PostView): LessonModel {
  return { ...model, ownPosts: { ...model.ownPosts, [post.form]: post } };
}

/** Changes one post in the feeds, wherever it is shown. */
export function changePost(model: LessonModel, postId: number, change: (post: PostView) => PostView): LessonModel {
  const changed = (feed: Feed): Feed => ({ ...feed, posts: feed.posts.map((post) => (post.id === postId ? change(post) : post)) });
  const earlier = Object.entries(model.earlierFeeds).map(([form, feed]) => [form, changed(feed)] as const);
  return { ...model, feed: model.feed && changed(model.feed), earlierFeeds: Object.fromEntries(earlier) };
}

/** Moves the old question and feed to the earlier forms when a new form opens. */
function dropOldForm(before: LessonModel, after: LessonModel): LessonModel {
  const form = phaseOf(before)?.form;
  if (form === phaseOf(after)?.form) return after;
  return {
    ...after,
    question: null,
    feed: null,
    ...(form && before.question && { earlierQuestions: { ...after.earlierQuestions, [form]: before.question } }),
    ...(form && before.feed && { earlierFeeds: { ...after.earlierFeeds, [form]: before.feed } }),
  };
}
