import type { CourseView } from '@classwright/contract';
import { type Actor, can } from '../../../platform/http/index.ts';
import { z } from 'zod';
import { mayDelete } from './access.ts';
import type { CourseRow } from './courses-queries.ts';

const words = z.string().catch('');

/** The data of the external classroom about a class, all optional. */
const External = z.object({
  alternateLink: words,
  teacherGroupEmail: words,
  courseGroupEmail: words,
  teacherFolder: z.object({ id: words, title: words, alternateLink: words }).nullable().catch(null),
  courseMaterialSets: z.array(z.looseObject({})).catch([]),
  guardiansEnabled: z.boolean().catch(false),
  calendarId: words,
  mask: z.string().nullable().catch(null),
});

export interface CourseViewOptions {
  /** The base address of the product, for a class's address. Null: addresses begin with a slash. */
  publicUrl: URL | null;
}

export type CourseViews = ReturnType<typeof createCourseViews>;

export function createCourseViews({ publicUrl }: CourseViewOptions) {
  const pageOf = (id: number): string => (publicUrl ? new URL(`/class-details/${id}`, publicUrl).href : `/class-details/${id}`);
  return {
    /** Builds a class as its reader sees it. Only its staff see the code. */
    toCourseView(row: CourseRow, reader: Pick<Actor, 'rights' | 'isAdmin' | 'accountId'>): CourseView {
      const external = External.parse(row.external);
      const { id, name, section, subject, room, level_id, level_name, is_staff } = row;
      return {
        id,
        name,
        section,
        subject,
        room,
        descriptionHeading: row.description_heading,
        description: row.description,
        ownerId: row.owner_id,
        owner_name: row.owner_name,
        creationTime: row.created_at.toISOString(),
        updateTime: row.updated_at.toISOString(),
        enrollmentCode: is_staff ? row.enrollment_code : null,
        courseState: row.course_state as CourseView['courseState'],
        ...external,
        alternateLink: external.alternateLink || pageOf(id),
        level_id,
        level_name,
        local: { id, level_id, subject, google_meet_link: row.google_meet_link },
        standing: is_staff ? 'staff' : 'student',
        may_edit: can(reader, 'classes', 'edit') && is_staff,
        may_delete: can(reader, 'classes', 'delete') && mayDelete(reader, row),
        comments_by_students: row.comments_by_students,
        removed_may_rejoin: row.removed_may_rejoin,
        student_count: row.student_count,
        teacher_count: row.teacher_count,
        is_archived: row.course_state !== 'ACTIVE',
        updated_at: row.updated_at.toISOString(),
      };
    },
  };
}
