import type { PostView, TallyView } from '@classwright/contract';
import { canKnowCorrectness, canReadComments, computeQuestionPosition, computeTally, type Viewer } from '@classwright/rules/live';
import type { Db } from '../../../platform/database/index.ts';
import type { FileLinks } from '../../files/index.ts';
import { getStaffLesson } from '../access.ts';
import type { LessonPresenter } from '../dependencies.ts';
import type { SessionQuestions } from '../questions.ts';
import { loadSession } from '../session-view.ts';
import { loadComments } from './comments.ts';
import { toCommentViews } from './feed.ts';
import { countRoster, listFigurePosts } from './figures-queries.ts';
import { getPostStanding, listPosts, listReactions } from './queries.ts';
import { describeForStaff } from './staff-assessment.ts';
import { toEarlierView, toPostView } from './views.ts';

/** What was written in a lesson, for the parts that run it. Reads with what it is given, so a transaction sees its own rows. */
export function createLessonPresenter(dependencies: { questions: SessionQuestions; fileLinks: FileLinks }): LessonPresenter {
  const { questions, fileLinks } = dependencies;

  /** LIVE-43. Null for a session that does not exist or was canceled, which is in no figure (LIVE-52). */
  async function tallyOf(db: Db, session: { id: number }): Promise<TallyView | null> {
    const loaded = await loadSession(db, { sessionId: session.id });
    const form = loaded?.phases.at(-1)?.form;
    if (!loaded || !form || loaded.session.state === 'canceled') return null;
    const posts = await listFigurePosts(db, session.id, form);
    const { version } = await questions.get(db, session.id, computeQuestionPosition(form));
    const { students, logged_in } = await countRoster(db, loaded.session.course_id, session.id);
    return computeTally(form, posts, version.responses, logged_in, students);
  }

  /** A just filed post costs three short queries: nobody has reacted to it. */
  async function ownPostView(db: Db, session: { id: number }, postId: number, accountId: number): Promise<PostView> {
    const loaded = await loadSession(db, { sessionId: session.id });
    const [row] = await listPosts(db, { postId });
    if (!loaded || row?.account_id !== accountId) throw new Error(`post ${postId} is not of account ${accountId} in live session ${session.id}`);
    const { form, has_reactions, has_comments } = await getPostStanding(db, postId);
    const question = await questions.get(db, session.id, computeQuestionPosition(form));
    const viewer: Viewer = { role: 'student', account_id: accountId, answered: [form] };
    const urlOf = fileLinks.at(loaded.now);
    const readsComments = has_comments && canReadComments(loaded.state, form, viewer);
    const { comments, replies, earlier } = readsComments ? await loadComments(db, { postId }) : { comments: [], replies: [], earlier: [] };
    const [before] = earlier;
    const said = { comments: toCommentViews(question, { comments, replies }, [row], urlOf), earlier: before ? toEarlierView(before) : null };
    const reactions = has_reactions ? await listReactions(db, { postId }) : [];
    return toPostView(row, { form, question, reactions, ...said }, { knowsCorrectness: canKnowCorrectness(loaded.state, form, viewer), readsComments }, urlOf);
  }

  return {
    computeTally: tallyOf,
    getOwnPostView: ownPostView,
    getStaffAssessment: async (db, actor, assessmentId) => describeForStaff(dependencies, db, await getStaffLesson(db, actor, assessmentId)),
  };
}
