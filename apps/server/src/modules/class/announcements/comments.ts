import {
  announcementCommentAdd,
  announcementCommentDelete,
  announcementCommentList,
  announcementCommentRestore,
  type AnnouncementCommentView,
} from '@classwright/contract';
import { LIVE_LIMITS } from '@classwright/rules';
import { audit } from '../../../platform/audit/index.ts';
import { appNow } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { requireActiveClass } from '../classes/index.ts';
import type { UrlOfFile } from '../../school/files/index.ts';
import { archiveComment, type CommentRow, findComment, insertComment, listComments, lockPace, restoreComment } from './comment-queries.ts';
import type { AnnouncementsDependencies } from './dependencies.ts';
import { type AnnouncementRow, findAnnouncement } from './list-queries.ts';
import { canComment, pathOf } from './views.ts';

/** Implements the replies to an announcement, for everyone who sees it. */
export function implementComments({ t, censor, notifier, room, fileLinks }: AnnouncementsDependencies): Implementation[] {
  const urls = async (tx: Db): Promise<UrlOfFile> => fileLinks.at(await appNow(tx));
  const changed = (tx: Tx, row: AnnouncementRow): Promise<void> => room.announce(tx, row.course_id, 'class.stream.changed');
  return [
    implement(announcementCommentList, async ({ tx, actor, input }) => {
      const row = await getVisible(tx, actor, input.id);
      const { rows, earlier } = await listComments(tx, row.id, input);
      const urlOf = await urls(tx);
      const comments = rows.map((comment) => toCommentView(comment, row, actor, urlOf));
      return { comments, data: comments, earlier_count: earlier, can_comment: canComment(row) };
    }),
    implement(announcementCommentAdd, async ({ tx, actor, input }) => {
      const row = await getChangeable(tx, actor, input.id);
      if (!canComment(row)) throw appError('STREAM_COMMENTING_OFF');
      await requireRoomForComment(tx, row, actor.accountId);
      const written = input.comment;
      const { value, words } = row.is_staff ? { value: written, words: [] } : await (await censor.forClass(tx, row.course_id)).text(written);
      const by = { account_id: actor.accountId, by_student: !row.is_staff };
      const id = await insertComment(tx, { announcement_id: row.id, ...by, comment: value, is_censored: words.length > 0 });
      if (words.length > 0)
        await censor.keep(tx, [
          {
            ...{ subject_type: 'announcement_comment', subject_id: id, field: 'comment', account_id: actor.accountId, course_id: row.course_id },
            ...{ assessment_id: null, form: null, original: written, shown: value, words },
          },
        ]);
      await notifier.notify(tx, {
        kind: 'announcement-comment',
        key: `announcement-comment:${row.id}`,
        accountIds: [row.creator_id],
        courseId: row.course_id,
        actorId: actor.accountId,
        params: { title: row.summary },
        path: `${pathOf(row)}&show=answers`,
      });
      await changed(tx, row);
      return { comment: toCommentView(await getComment(tx, id), row, actor, await urls(tx)) };
    }),
    implement(announcementCommentDelete, async ({ tx, actor, input, requestId }) => {
      const row = await getChangeable(tx, actor, input.id);
      const what = { id: input.commentId, announcementId: row.id, by: actor.accountId, any: row.is_staff };
      const comment = await archiveComment(tx, what);
      if (comment === null) throw appError('NOT_FOUND');
      const record = { subjectType: 'announcementComment', subjectId: input.commentId, before: { name: comment.slice(0, 100) }, requestId };
      await audit(tx, actor, { action: announcementCommentDelete.name, ...record });
      await changed(tx, row);
      return { message: t('announcement.commentDeleted'), id: input.commentId };
    }),
    implement(announcementCommentRestore, async ({ tx, actor, input, requestId }) => {
      const row = await getChangeable(tx, actor, input.id);
      if (!(await restoreComment(tx, { id: input.commentId, announcementId: row.id, by: actor.accountId }))) throw appError('NOT_FOUND');
      const comment = await getComment(tx, input.commentId);
      const record = { subjectType: 'announcementComment', subjectId: comment.id, after: { name: comment.comment.slice(0, 100) }, requestId };
      await audit(tx, actor, { action: announcementCommentRestore.name, ...record });
      await changed(tx, row);
      return { comment: toCommentView(comment, row, actor, await urls(tx)) };
    }),
  ];
}

async function getVisible(db: Db, actor: Actor, id: number): Promise<AnnouncementRow> {
  const row = await findAnnouncement(db, actor, id);
  if (!row) throw appError('NOT_FOUND');
  return row;
}

/**
 * Returns an announcement that this person sees, in an active class, locked until commit. @throws NOT_FOUND,
 * CLASS_ARCHIVED
 */
async function getChangeable(tx: Tx, actor: Actor, id: number): Promise<AnnouncementRow> {
  const row = await getVisible(tx, actor, id);
  await requireActiveClass(tx, row.course_id);
  return row;
}

async function getComment(db: Db, id: number): Promise<CommentRow> {
  const comment = await findComment(db, id);
  if (!comment) throw appError('NOT_FOUND');
  return comment;
}

/** Applies the same limits as under a post of a lesson. @throws COMMENTS_TOO_FAST, STREAM_COMMENTS_USED_UP */
async function requireRoomForComment(tx: Tx, { id, is_staff }: AnnouncementRow, accountId: number): Promise<void> {
  const { aMinute, aForm } = LIVE_LIMITS.remarks[is_staff ? 'staff' : 'student'];
  const { in_a_minute, seconds, here } = await lockPace(tx, id, accountId);
  if (in_a_minute >= aMinute) throw appError('COMMENTS_TOO_FAST', { count: aMinute, seconds });
  if (here >= aForm) throw appError('STREAM_COMMENTS_USED_UP', { count: aForm });
}

function toCommentView(row: CommentRow, { is_staff }: AnnouncementRow, actor: Actor, urlOf: UrlOfFile): AnnouncementCommentView {
  const { id, account_id, name, picture_file_id, by_student, comment, created_at } = row;
  return {
    id,
    account: { id: account_id, name, picture_url: picture_file_id === null ? null : urlOf(picture_file_id) },
    by_student,
    comment,
    created_at: created_at.toISOString(),
    can_delete: is_staff || account_id === actor.accountId,
  };
}
