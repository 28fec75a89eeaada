/** A person with a Google account. */
export interface User {
  /** The id, 21 digits. */
  id: string;
  email: string;
  givenName: string;
  familyName: string;
  /** The Workspace domain. Null for a personal account. */
  domain: string | null;
  /** True for an administrator of the domain. */
  isAdmin: boolean;
  /** True when the person may create courses. */
  isTeacher: boolean;
  /** True when the school hides the address even from applications with the scope for it. */
  isEmailHidden: boolean;
  isDisabled: boolean;
  hasPhoto: boolean;
}

/** An application registered with Google. */
export interface Project {
  id: string;
  clientId: string;
  clientSecret: string;
  /** The allowed redirect addresses. Null: any address on this machine. */
  redirectUris: readonly string[] | null;
  /** The APIs that are switched on in the project, by host. */
  services: Set<string>;
}

export interface Domain {
  name: string;
  /** Projects that the administrator blocks. */
  blockedProjects: Set<string>;
  isClassroomOff: boolean;
  isApiOff: boolean;
}

/** The acting person, through a project or (null) in Classroom's own screens. */
export interface Actor {
  user: User;
  projectId: string | null;
}

export const courseStates = ['ACTIVE', 'ARCHIVED', 'PROVISIONED', 'DECLINED', 'SUSPENDED'] as const;
export type CourseState = (typeof courseStates)[number];

/** All instants are milliseconds since 1970. */
export interface Course {
  id: string;
  name: string;
  section?: string;
  descriptionHeading?: string;
  description?: string;
  room?: string;
  ownerId: string;
  createdAt: number;
  updatedAt: number;
  enrollmentCode: string;
  courseState: CourseState;
  domain: string | null;
  gradebookSettings?: GradebookSettings;
}

export interface GradebookSettings {
  calculationType: 'TOTAL_POINTS' | 'WEIGHTED_CATEGORIES';
  displaySetting: 'SHOW_OVERALL_GRADE' | 'HIDE_OVERALL_GRADE' | 'SHOW_TEACHERS_ONLY';
  /** The categories. A `weight` of 1,000,000 is 100 percent. */
  gradeCategories?: { id: string; name: string; weight?: number; defaultGradeDenominator?: number }[];
}

export type Role = 'TEACHER' | 'STUDENT';

export interface Member {
  courseId: string;
  userId: string;
}

export interface Invitation {
  id: string;
  userId: string;
  courseId: string;
  role: Role | 'OWNER';
}

export interface Topic {
  courseId: string;
  topicId: string;
  name: string;
  updatedAt: number;
  projectId: string | null;
}

export interface DriveFileRef {
  id: string;
  title?: string;
  alternateLink?: string;
}
/** A material in the wire format: exactly one of the fields. */
export interface Material {
  driveFile?: { driveFile: DriveFileRef; shareMode?: 'VIEW' | 'EDIT' | 'STUDENT_COPY' };
  link?: { url: string; title?: string };
  youtubeVideo?: { id: string; title?: string; alternateLink?: string };
  form?: { formUrl: string; title?: string };
}
/** An attachment of a student; exactly one of the fields. */
export interface Attachment {
  driveFile?: DriveFileRef;
  link?: { url: string; title?: string };
  youTubeVideo?: { id: string; title?: string; alternateLink?: string };
}

export type PostState = 'PUBLISHED' | 'DRAFT' | 'DELETED';

/** The common fields of works, materials and announcements. */
export interface Post {
  id: string;
  courseId: string;
  state: PostState;
  createdAt: number;
  updatedAt: number;
  /** The time at which a draft is published automatically. */
  scheduledAt: number | null;
  creatorUserId: string;
  /** The project that created it. Null: created in Classroom's own screens. */
  projectId: string | null;
  /** The assigned students. Null: all students. */
  studentIds: string[] | null;
  materials: Material[];
}

export interface DueDate {
  year: number;
  month: number;
  day: number;
}
export interface TimeOfDay {
  hours?: number;
  minutes?: number;
  seconds?: number;
  nanos?: number;
}

export type WorkType = 'ASSIGNMENT' | 'SHORT_ANSWER_QUESTION' | 'MULTIPLE_CHOICE_QUESTION';
export type ModificationMode = 'MODIFIABLE_UNTIL_TURNED_IN' | 'MODIFIABLE';

export interface Work extends Post {
  title: string;
  description?: string;
  workType: WorkType;
  maxPoints?: number;
  dueDate?: DueDate;
  dueTime?: TimeOfDay;
  submissionModificationMode: ModificationMode;
  topicId?: string;
  choices?: string[];
  gradeCategory?: { id: string; name: string; weight?: number };
}

export interface MaterialPost extends Post {
  title: string;
  description?: string;
  topicId?: string;
}

export interface Announcement extends Post {
  text: string;
}

export type SubmissionState = 'NEW' | 'CREATED' | 'TURNED_IN' | 'RETURNED' | 'RECLAIMED_BY_STUDENT';

export type HistoryEntry =
  | { state: Exclude<SubmissionState, 'NEW'> | 'STUDENT_EDITED_AFTER_TURN_IN'; at: number; actorUserId: string }
  | {
      grade: 'DRAFT_GRADE_POINTS_EARNED_CHANGE' | 'ASSIGNED_GRADE_POINTS_EARNED_CHANGE';
      points: number | undefined;
      maxPoints: number | undefined;
      at: number;
      actorUserId: string;
    };

export interface Submission {
  id: string;
  courseId: string;
  courseWorkId: string;
  userId: string;
  /** The time of the first look. Null until the student has opened it. */
  createdAt: number | null;
  updatedAt: number | null;
  state: SubmissionState;
  draftGrade?: number;
  assignedGrade?: number;
  turnedInAt: number | null;
  attachments?: Attachment[];
  answer?: string;
  history: HistoryEntry[];
}

/** A file in somebody's Drive. */
export interface DriveFile {
  id: string;
  ownerId: string;
  name: string;
  mimeType: string;
  /** The size; for a Google document that of its export. */
  size: number;
  /** The content. Null: `size` times the same byte, generated while it is sent. */
  bytes: Buffer | null;
  /** People other than the owner who may read it. */
  readers: Set<string>;
  createdAt: number;
}

export const feedTypes = ['DOMAIN_ROSTER_CHANGES', 'COURSE_ROSTER_CHANGES', 'COURSE_WORK_CHANGES'] as const;

/** A registration for changes in a course, or in all courses of a domain. */
export interface Registration {
  id: string;
  userId: string;
  projectId: string;
  feedType: (typeof feedTypes)[number];
  /** The course. Null: the whole domain. */
  courseId: string | null;
  domain: string | null;
  topicName: string;
  expiresAt: number;
}
