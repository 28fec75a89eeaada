import { channels, type CommentView, type Form, type PostView } from '@classwright/contract';
import { canKnowCorrectness, canReadComments, canSeePost, type PostRef, type Viewer } from '@classwright/rules/live';
import type { Db } from '../../../../platform/database/index.ts';
import { Batcher } from '../../../../platform/waiting/index.ts';
import { findMemberLesson, type Lesson, type LessonPerson, requireMemberOf, requireStudentOf } from '../access.ts';
import { type LessonRow, listLessonFor } from '../queries.ts';
import { type LoadedSession, loadSession } from '../session-view.ts';
import { readsAs } from './audience.ts';
import type { FormFeed } from './feed.ts';
import type { FeedMoment, Feeds } from './feeds.ts';
import { findComment, findPostRef, listReaderMoments, listReplies, type PostRefRow, type ReaderMoment } from './queries.ts';
import type { FeedScope } from './views.ts';

/** One person's view of a session: the session, the reader, and the room's progress at that moment. */
export interface Reading extends FeedMoment {
  lesson: Lesson;
  viewer: Viewer;
}

const listMoments = (db: Db, { session }: LoadedSession, accountIds: readonly number[]): Promise<ReaderMoment[]> =>
  listReaderMoments(db, session.id, channels.assessment(session.assessment_id), accountIds);

function toReading({ accountId: account_id }: LessonPerson, lesson: Lesson, loaded: LoadedSession, { answered, ...version }: ReaderMoment): Reading {
  const viewer: Viewer = lesson.audience === 'staff' ? { role: 'staff', account_id } : { role: 'student', account_id, answered };
  return { lesson, loaded, viewer, version };
}

/** Opens a session for somebody with access to its lesson. */
async function openReading(db: Db, person: LessonPerson, lesson: Lesson, loaded: LoadedSession): Promise<Reading> {
  const [moment] = await listMoments(db, loaded, [person.accountId]);
  return toReading(person, lesson, loaded, moment as ReaderMoment); // there is a row for each
}

/** Opens the run of a lesson that counts: the running one, otherwise the finished one. Null when there is none. */
export async function openCurrentReading(db: Db, person: LessonPerson, lesson: Lesson): Promise<Reading | null> {
  const loaded = await loadSession(db, { currentOf: lesson.assessmentId });
  return loaded && openReading(db, person, lesson, loaded);
}

/** The shared reads of a lesson as each account sees it, by the assessment's id. */
export type Readings = Batcher<number, number, { lesson: LessonRow | null; loaded: LoadedSession | null; moment: ReaderMoment | null }>;

/**
 * Creates the shared read for everybody who opens a lesson at the same moment, since a whole class asks after one
 * event.
 */
export function gatherReadings(db: Db): Readings {
  return new Batcher(async (assessmentId, accountIds) => {
    const lessons = await listLessonFor(db, assessmentId, accountIds);
    const loaded = lessons[0] ? await loadSession(db, { currentOf: assessmentId }) : null;
    const moments = loaded && (await listMoments(db, loaded, accountIds));
    return lessons.map((lesson, index) => ({ lesson, loaded, moment: moments?.[index] ?? null }));
  });
}

/**
 * Does the same as `openCurrentReading`, including the lesson, as a shared read, for people whom `requireLesson`
 * accepts. @throws as `requireLesson`
 */
export async function askReading<Found extends Lesson = Lesson>(
  readings: Readings,
  person: LessonPerson,
  assessmentId: number,
  requireLesson: (row: LessonRow | null, person: LessonPerson) => Found = requireMemberOf as never,
): Promise<{ lesson: Found; reading: Reading | null }> {
  const { lesson: row, loaded, moment } = await readings.ask(assessmentId, person.accountId);
  const lesson = requireLesson(row, person);
  return { lesson, reading: loaded && moment && toReading(person, lesson, loaded, moment) };
}

/** Does the same for a current student of the class. @throws ASSESSMENT_NOT_FOUND */
export async function askStudentReading(readings: Readings, person: LessonPerson, assessmentId: number): Promise<Reading | null> {
  return (await askReading(readings, person, assessmentId, requireStudentOf)).reading;
}

/** Returns what the reader may know about a form's posts beyond their existence. */
export function scopeOf({ loaded, viewer }: Reading, form: Form): FeedScope {
  return {
    knowsCorrectness: canKnowCorrectness(loaded.state, form, viewer),
    readsComments: canReadComments(loaded.state, form, viewer),
    readsAs: readsAs(viewer.role === 'staff', loaded.session),
  };
}

/** Returns the same about other people's posts: right or wrong of a classmate is shown to no student (LIVE-113). */
export function scopeOfOthers(reading: Reading, form: Form): FeedScope {
  const scope = scopeOf(reading, form);
  return { ...scope, knowsCorrectness: scope.knowsCorrectness && scope.readsAs === 'staff' };
}

/** Converts a post's place for the rules. */
export const toPostRef = ({ form, account_id, posted_at }: PostRefRow): PostRef => ({ form, account_id, postedAtMs: posted_at.getTime() });

export type PostTarget = { postId: number } | { commentId: number } | { replyId: number };

/**
 * Opens the session of a post, or of the post of a comment or reply, for members of its lesson. Returns null for other
 * people, a missing target and a canceled run alike, so that nobody learns what exists. `hold` is called before the
 * session is read.
 */
export async function openReadingOfPost(
  db: Db,
  person: LessonPerson,
  target: PostTarget,
  hold: (sessionId: number) => Promise<void> = async () => undefined,
): Promise<{ reading: Reading; ref: PostRefRow & { comment_id: number | null } } | null> {
  const ref = await findPostRef(db, target);
  const lesson = ref && (await findMemberLesson(db, person, ref.assessment_id));
  if (!lesson) return null;
  await hold(ref.session_id);
  const loaded = await loadSession(db, { sessionId: ref.session_id });
  if (!loaded || loaded.session.state === 'canceled') return null;
  return { ref, reading: await openReading(db, person, lesson, loaded) };
}

/** A post within its form's feed, as its reader may see it. */
export interface FoundPost {
  feed: FormFeed;
  post: PostView;
  scope: FeedScope;
  commentId: number | null;
}

/** Finds the post for a reader who may see it; null when it is not in the reader's feed. */
export async function findVisiblePost(db: Db, feeds: Feeds, person: LessonPerson, target: PostTarget): Promise<FoundPost | null> {
  const opened = await openReadingOfPost(db, person, target);
  if (!opened || !canSeePost(opened.reading.loaded.state, toPostRef(opened.ref), opened.reading.viewer)) return null;
  const { reading, ref } = opened;
  const feed = await feeds.get(db, reading, ref.form);
  const isOwn = ref.account_id === person.accountId;
  const scope = (isOwn ? scopeOf : scopeOfOthers)(reading, ref.form);
  const post = feed?.view(ref.post_id, scope);
  if (feed?.isHidden(ref.post_id) && scope.readsAs !== 'staff' && !isOwn) return null;
  return feed && post ? { feed, post, scope, commentId: ref.comment_id } : null;
}

/**
 * Finds the comment, or the parent of the reply, for a reader who may read comments there (LIVE-35); otherwise null.
 */
export async function findVisibleComment(
  db: Db,
  feeds: Feeds,
  person: LessonPerson,
  target: { commentId: number } | { replyId: number },
): Promise<CommentView | null> {
  const found = await findVisiblePost(db, feeds, person, target);
  if (!found?.scope.readsComments || found.commentId === null) return null;
  const comment = await findComment(db, found.commentId);
  if (!comment) return null;
  const said = { comments: [comment], replies: await listReplies(db, [comment.id]) };
  return (await found.feed.commentViews(db, said, found.scope.readsAs))[0] ?? null;
}
