import type { SnapshotDetailsView } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import type { UrlOfFile } from '../../../school/files/index.ts';
import { toRichTextView } from '../../../bank/questions/index.ts';
import type { Lesson } from '../access.ts';
import type { RosterRow } from '../figures/queries.ts';
import { getSnapshotDetails } from './snapshot-queries.ts';

/** The stored facts of finished lessons; later changes to a class's members do not affect them. */
export interface LessonFacts {
  /** Returns the students of a session by name; none until its facts are written. */
  roster: (db: Db, sessionId: number) => Promise<Omit<RosterRow, 'picture_file_id'>[]>;
  /** Returns the stored facts of each student. */
  students: (db: Db, sessionId: number) => Promise<StudentFact[]>;
}

export interface StudentFact {
  account_id: number;
  likes_given: number;
  comments_given: number;
  /** The likes received from staff. */
  likes_received: number;
  comments_received: number;
  likes_by_classmates: number;
  comments_by_classmates: number;
}

/** Returns the header of a live snapshot. */
export async function describeSnapshot(db: Db, lesson: Lesson, urlOf: UrlOfFile): Promise<SnapshotDetailsView> {
  const { description, level, topic, standard } = await getSnapshotDetails(db, lesson.assessmentId);
  return {
    assessment_id: lesson.assessmentId,
    title: lesson.title,
    class_name: lesson.courseName,
    teacher_name: lesson.teacherName,
    grade: level ?? '',
    topic: topic ?? '',
    standard: standard ?? '',
    description: toRichTextView(description, urlOf),
  };
}
