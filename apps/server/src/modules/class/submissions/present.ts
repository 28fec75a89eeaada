import type { SubmissionAttachmentView, SubmissionMessageView, SubmissionView } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/index.ts';
import { type FileLinks, loadFileViews } from '../../school/files/index.ts';
import type { ReachedSubmission } from './access.ts';
import { listPointsBefore } from './grades-queries.ts';
import { listAttachments, listGradeHistory, listHistory, listMessages } from './queries.ts';
import { toAttachmentView, toMessageView, toSubmissionView } from './views.ts';

/** Reads a submission with its answer, for somebody who may see it. */
export async function loadSubmissionView(db: Db, actor: Actor, links: FileLinks, reached: ReachedSubmission): Promise<SubmissionView> {
  const { submission, work, audience } = reached;
  const attachments = await loadAttachmentViews(db, actor, links, submission.id);
  const history = await listHistory(db, submission.id);
  const grades = submission.grade_revision > 0 ? await listGradeHistory(db, submission.id) : [];
  const points = grades.length > 0 ? await listPointsBefore(db, work.course_id, work.id) : [];
  return toSubmissionView(submission, { work, now: await appNow(db), audience, attachments, history, grades, points });
}

async function loadAttachmentViews(db: Db, actor: Actor, links: FileLinks, submissionId: number): Promise<SubmissionAttachmentView[]> {
  const rows = await listAttachments(db, submissionId);
  if (rows.length === 0) return [];
  const ids = rows.map(({ file_id }) => file_id);
  const files = new Map((await loadFileViews(db, actor, links, ids)).map((file) => [file.id, file]));
  return rows.map((row) => toAttachmentView(row, files.get(row.file_id) ?? null));
}

export async function loadMessageViews(db: Db, submissionId: number): Promise<SubmissionMessageView[]> {
  return (await listMessages(db, submissionId)).map(toMessageView);
}
