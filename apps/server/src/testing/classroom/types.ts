/** Somebody with a Google account. */
export interface User {
  /** 21 digits. */
  id: string;
  email: string;
  givenName: string;
  familyName: string;
  /** The Workspace domain; null for an account of its own. */
  domain: string | null;
  /** Of the domain. */
  isAdmin: boolean;
  /** May create courses. */
  isTeacher: boolean;
  /** The school hides the address even from applications with the scope for it. */
  isEmailHidden: boolean;
  isDisabled: boolean;
  hasPhoto: boolean;
}

/** An application that was registered with Google. */
export interface Project {
  id: string;
  clientId: string;
  clientSecret: string;
  /** Null: any address on this machine. */
  redirectUris: readonly string[] | null;
  /** Interfaces that are switched on in the project, by host. */
  services: Set<string>;
}

export interface Domain {
  name: string;
  /** Projects that the administrator does not let in. */
  blockedProjects: Set<string>;
  isClassroomOff: boolean;
  isApiOff: boolean;
}

/** Who does something: a person, through a project or (null) in Classroom's own screens. */
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
  /** `weight`: 1,000,000 is all. */
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
/** As the wire has it: exactly one of them. */
export interface Material {
  driveFile?: { driveFile: DriveFileRef; shareMode?: 'VIEW' | 'EDIT' | 'STUDENT_COPY' };
  link?: { url: string; title?: string };
  youtubeVideo?: { id: string; title?: string; alternateLink?: string };
  form?: { formUrl: string; title?: string };
}
/** What a student handed in; exactly one of them. */
export interface Attachment {
  driveFile?: DriveFileRef;
  link?: { url: string; title?: string };
  youTubeVideo?: { id: string; title?: string; alternateLink?: string };
}

export type PostState = 'PUBLISHED' | 'DRAFT' | 'DELETED';

/** What works, materials and announcements have in common. */
export interface Post {
  id: string;
  courseId: string;
  state: PostState;
  createdAt: number;
  updatedAt: number;
  /** When a draft is to be published by itself. */
  scheduledAt: number | null;
  creatorUserId: string;
  /** The project that made it; null: made in Classroom's own screens. */
  projectId: string | null;
  /** Null: all students. */
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
  /** Null until the student has opened it. */
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
  /** Of a Google document: what it is exported as. */
  size: number;
  /** What it holds; null: `size` times the same byte, made while it is sent. */
  bytes: Buffer | null;
  /** People beside the owner who may read it. */
  readers: Set<string>;
  createdAt: number;
}

export const feedTypes = ['DOMAIN_ROSTER_CHANGES', 'COURSE_ROSTER_CHANGES', 'COURSE_WORK_CHANGES'] as const;

/** A wish to be told of changes in a course, or in all courses of a domain. */
export interface Registration {
  id: string;
  userId: string;
  projectId: string;
  feedType: (typeof feedTypes)[number];
  /** Null: of the domain. */
  courseId: string | null;
  domain: string | null;
  topicName: string;
  expiresAt: number;
}
