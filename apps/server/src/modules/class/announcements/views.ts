import type { AnnouncementMaterialView, AnnouncementRowView, AnnouncementView } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { findMissedAt } from '../classes/index.ts';
import type { UrlOfFile } from '../../school/files/index.ts';
import { toRichTextView } from '../../bank/questions/index.ts';
import { type AnnouncementRow, listAnnouncements, type MaterialRow, type Reader } from './list-queries.ts';

/** Returns the path that opens an announcement in the app. */
export const pathOf = ({ id, course_id }: { id: number; course_id: number }): string => `/class-details/${course_id}?announcement=${id}`;

/**
 * Returns true when a reader may reply now. The class and the school decide for students; nobody may reply to drafts
 * and in archived classes.
 */
export const canComment = ({ state, is_active, is_staff, students_comment, anybody_comments }: AnnouncementRow): boolean =>
  state === 'PUBLISHED' && is_active && (is_staff ? anybody_comments : students_comment);

function toRowView(row: AnnouncementRow): AnnouncementRowView {
  const updated = row.updated_at.toISOString();
  return {
    id: row.id,
    courseId: row.course_id,
    course_name: row.course_name,
    summary: row.summary,
    state: row.state,
    alternateLink: pathOf(row),
    creationTime: row.created_at.toISOString(),
    updateTime: updated,
    updated_at: updated,
    scheduledTime: row.scheduled_at?.toISOString() ?? null,
    missed_at: findMissedAt(row),
    posted_at: row.posted_at?.toISOString() ?? null,
    creatorUserId: row.creator_id,
    creator_name: row.creator_name,
    assigneeMode: row.assignee_mode,
    comments_count: row.comments_count,
    is_own_class: row.is_staff,
    also_in: row.also_in,
  };
}

function toMaterialView({ kind, title, file_id, mime_type, url }: MaterialRow, urlOf: UrlOfFile): AnnouncementMaterialView {
  if (kind === 'driveFile') {
    const id = file_id as number;
    return { driveFile: { id, title, alternateLink: urlOf(id), mimeType: mime_type ?? '' } };
  }
  return kind === 'link' ? { link: { url, title } } : { youtubeVideo: { title, alternateLink: url } };
}

/** Builds an announcement as a reader sees it, with everything that belongs to it. */
export const toAnnouncementView = (row: AnnouncementRow, urlOf: UrlOfFile): AnnouncementView => ({
  ...toRowView(row),
  text: toRichTextView(row.text, urlOf),
  materials: row.materials.map((material) => toMaterialView(material, urlOf)),
  can_comment: canComment(row),
  ...(row.is_staff ? { individualStudentsOptions: { studentIds: row.student_ids.join(',') } } : {}),
});

/** Returns announcements as a reader sees them, in one statement regardless of their number. */
export async function loadAnnouncementViews(db: Db, reader: Reader, ids: readonly number[], urlOf: UrlOfFile): Promise<AnnouncementView[]> {
  return (await listAnnouncements(db, reader, ids)).map((row) => toAnnouncementView(row, urlOf));
}
