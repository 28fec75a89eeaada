import type { MessageKey, PostView, Translate } from '@classwright/contract';
import { canKnowCorrectness, canReadComments, computeQuestionPosition, type Viewer } from '@classwright/rules/live';
import type { Db } from '../../../../platform/database/index.ts';
import type { FileLinks } from '../../../school/files/index.ts';
import type { SessionQuestions } from '../questions.ts';
import { loadSession } from '../session-view.ts';
import { loadMask, readsAs } from './audience.ts';
import { loadComments } from './comments.ts';
import { toCommentViews } from './feed.ts';
import { getPostStanding, listPosts, listReactions } from './queries.ts';
import { toEarlierView, toPostView } from './views.ts';

export interface OwnPostDependencies {
  questions: SessionQuestions;
  fileLinks: FileLinks;
  t: Translate<MessageKey>;
}

/**
 * Returns a student's own post as its author sees it, read with the given connection, so a transaction sees its own
 * rows. A newly filed post costs three short queries, since it has no reactions. `withComments` false: without them, for a
 * response that is kept and given again, when another form may be open.
 */
export async function getOwnPostView(
  { questions, fileLinks, t }: OwnPostDependencies,
  db: Db,
  session: { id: number },
  postId: number,
  accountId: number,
  { withComments = true }: { withComments?: boolean } = {},
): Promise<PostView> {
  const loaded = await loadSession(db, { sessionId: session.id });
  const [row] = await listPosts(db, { postId });
  if (!loaded || row?.account_id !== accountId) throw new Error(`post ${postId} is not of account ${accountId} in live session ${session.id}`);
  const { form, has_reactions, has_comments } = await getPostStanding(db, postId);
  const question = await questions.get(db, session.id, computeQuestionPosition(form));
  const viewer: Viewer = { role: 'student', account_id: accountId, answered: [form] };
  const urlOf = fileLinks.at(loaded.now);
  const readsComments = withComments && has_comments && canReadComments(loaded.state, form, viewer);
  const { comments, replies, earlier } = readsComments ? await loadComments(db, { postId }) : { comments: [], replies: [], earlier: [] };
  const [before] = earlier;
  const rows = { posts: [row], reactions: has_reactions ? await listReactions(db, { postId }) : [], comments, replies };
  const scope = { knowsCorrectness: canKnowCorrectness(loaded.state, form, viewer), readsComments, readsAs: readsAs(false, loaded.session) };
  const isAlone = !has_reactions && !readsComments;
  const read = isAlone ? rows : (await loadMask({ t }, db, loaded.session, { postId }, rows)).forReaders(rows, scope.readsAs);
  const parts = { comments: toCommentViews(question, read, read.posts, urlOf), earlier: toEarlierView(before, scope.readsAs) };
  return toPostView(read.posts[0] ?? row, { form, question, reactions: read.reactions, ...parts }, scope, urlOf);
}
