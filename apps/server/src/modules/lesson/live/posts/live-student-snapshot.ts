import { FORM_KEYS, type Form, type FormKey, liveStudentSnapshot, type StudentSnapshotView } from '@classwright/contract';
import { computeEngagement, countOthersOfWay } from '@classwright/rules/live';
import { appError } from '../../../../platform/errors.ts';
import { Batcher } from '../../../../platform/waiting/index.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { fullName } from '../../../people/accounts/index.ts';
import { requireOnceStudentOf } from '../access.ts';
import { type LateRow, listLateOf } from '../answers/queries.ts';
import { type ClassPart, createClassParts } from './class-part.ts';
import type { PostsContext } from './dependencies.ts';
import type { FormFeed } from './feed.ts';
import type { CommentRow, FeedPostRow } from './queries.ts';
import { askReading } from './reading.ts';
import { findChosen, toLateAnswerView } from './views.ts';

type Report = StudentSnapshotView['reports'][FormKey];
type OwnResponse = StudentSnapshotView['my_responses_per_form'][FormKey][number];

/**
 * Returns the snapshot of a finished lesson for one student: the class in counts, and only the student's own right and
 * wrong answers. The class's common data is prepared once for everybody who asks at the finish. People who left the
 * class still get their own data, and nothing of others.
 */
export function implementLiveStudentSnapshot(context: PostsContext): Implementation {
  const { db, readings } = context;
  const classPartOf = createClassParts(context);
  const late = new Batcher(async (sessionId: number, accountIds: readonly number[]) => {
    const rows = Map.groupBy(await listLateOf(db, sessionId, accountIds), ({ account_id }) => account_id);
    return accountIds.map((accountId) => rows.get(accountId) ?? []);
  });
  return implement(liveStudentSnapshot, async ({ tx, input, actor: { accountId }, actor }) => {
    const { lesson, reading } = await askReading(readings, actor, input.assessment_id, requireOnceStudentOf);
    const session = reading?.loaded.session;
    const part = reading && session?.state === 'finished' ? await classPartOf(tx, reading) : null;
    const tookPart = part?.loggedIn.has(accountId) ?? false;
    if (lesson.hasLeft && !tookPart) throw appError('ASSESSMENT_NOT_FOUND');
    if (!part || !session) return { snapshot: null };
    const own = { accountId, isHere: !lesson.hasLeft, late: await late.ask(session.id, accountId) };
    const canDoAlone = lesson.isCourseActive && !tookPart && part.facts.has(accountId) && !part.postsOf.has(accountId);
    return { snapshot: { ...toOwn(part, own), finished_at: (session.ended_at as Date).toISOString(), took_part: tookPart, can_do_alone: canDoAlone } };
  });
}

interface Own {
  accountId: number;
  /** True for a current member; others see nothing of the class. */
  isHere: boolean;
  late: readonly LateRow[];
}

function toOwn(part: ClassPart, { accountId, isHere, late }: Own): Omit<StudentSnapshotView, 'finished_at' | 'took_part' | 'can_do_alone'> {
  const { details, questions, feedOf } = part;
  const posts = new Map(part.postsOf.get(accountId)?.map(({ form, post }) => [form, post]));
  const engagement = computeOwnEngagement(part, accountId);
  const fact = part.facts.get(accountId);
  const sum = (count: (own: Engagement) => number): number => Object.values(engagement).reduce((total, own) => total + count(own), 0);
  return {
    details,
    questions,
    same_way: isHere ? countOthersOfWay(part.ways.get(accountId) ?? null, [...part.ways.values()]) : null,
    reports: byForm((form) => toReport(part, form, posts.get(form), isHere)),
    my_responses_per_form: byForm((form) => toOwnResponses(feedOf.get(form), posts.get(form))),
    late_per_form: byForm((form) => {
      const feed = feedOf.get(form);
      return feed ? late.filter((row) => row.form === form).map((row) => toLateAnswerView(row, feed.question)) : [];
    }),
    my_comments_received_per_form: byForm((form) => engagement[FORM_KEYS[form]].comments.received.map(toCommentView)),
    my_comments_given_per_form: byForm((form) => engagement[FORM_KEYS[form]].comments.given.map(toCommentView)),
    engagement_summary: {
      likes_i_gave: sum(({ likes }) => likes.given.length),
      comments_i_gave: sum(({ comments }) => comments.given.length),
      likes_i_received: sum(({ likes }) => likes.received.length),
      comments_i_received: sum(({ comments }) => comments.received.length),
      likes_from_classmates: fact?.likes_by_classmates ?? null,
      comments_from_classmates: fact?.comments_by_classmates ?? null,
    },
  };
}

const byForm = <Value>(make: (form: Form) => Value): Record<FormKey, Value> => ({
  form_1A: make('Form - 1A'),
  form_1B: make('Form - 1B'),
  form_2: make('Form - 2'),
});

type Engagement = ReturnType<typeof computeOwnEngagement>[FormKey];

/** Computes the same as `computeEngagement` from only this student's data, since a whole class asks simultaneously. */
function computeOwnEngagement({ places, reactionsAround, commentsAround }: ClassPart, accountId: number) {
  const [reactions, comments] = [reactionsAround.get(accountId) ?? [], commentsAround.get(accountId) ?? []];
  const meant = new Set([...reactions, ...comments].map(({ post_id }) => post_id));
  const posts = [...meant].flatMap((id) => places.get(id) ?? []);
  return computeEngagement(accountId, posts, reactions, comments);
}

function toReport({ reports, feedOf }: ClassPart, form: Form, own: FeedPostRow | undefined, isHere: boolean): Report {
  const report = reports[FORM_KEYS[form]];
  const feed = feedOf.get(form);
  const chosen = feed && own && findChosen(feed.question, own.response_id);
  return {
    ...(isHere ? report : { ...report, responses: null, total_likes: null, total_comments: null }),
    results: own && chosen ? [{ student_name: fullName(own), response: chosen.title, correct: chosen.is_valid, posted_on: own.posted_at.toISOString() }] : [],
  };
}

/** Returns nothing when the student's filed post is empty or missing (LIVE-41). */
function toOwnResponses(feed: FormFeed | undefined, own: FeedPostRow | undefined): OwnResponse[] {
  if (!feed || !own || (own.response_id === null && own.comment_text.trim() === '')) return [];
  const chosen = findChosen(feed.question, own.response_id);
  return [
    {
      response_text: chosen?.title ?? null,
      response_id: own.response_id,
      is_correct: chosen?.is_valid ?? null,
      posted_on: own.posted_at.toISOString(),
      justification: own.comment,
      filed_by: own.filed_by,
    },
  ];
}

const toCommentView = (row: CommentRow) => ({ id: row.id, name: fullName(row), comment: row.comment, posted_on: row.created_at.toISOString() });
