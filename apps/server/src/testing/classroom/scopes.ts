const root = 'https://www.googleapis.com/auth/';

/** Returns a scope's full name by its name in the documentation: "classroom.rosters", "drive.file", "pubsub". */
export const scope = (name: string): string => root + name;

/** Every scope of Classroom that this server knows. */
export const classroomScopes = [
  'announcements',
  'announcements.readonly',
  'courses',
  'courses.readonly',
  'coursework.me',
  'coursework.me.readonly',
  'coursework.students',
  'coursework.students.readonly',
  'courseworkmaterials',
  'courseworkmaterials.readonly',
  'profile.emails',
  'profile.photos',
  'push-notifications',
  'rosters',
  'rosters.readonly',
  'student-submissions.me.readonly',
  'student-submissions.students.readonly',
  'topics',
  'topics.readonly',
].map((name) => scope(`classroom.${name}`));

const others = [
  'openid',
  'email',
  'profile',
  scope('userinfo.email'),
  scope('userinfo.profile'),
  scope('drive.file'),
  scope('drive.readonly'),
  scope('pubsub'),
];

export const isKnownScope = (name: string): boolean => classroomScopes.includes(name) || others.includes(name);

/**
 * The name under which Google returns a granted scope. The requested and returned names differ in spelling, not in what
 * they allow: googleapis/google-api-php-client#2100.
 */
const returnedNames: Readonly<Record<string, string>> = {
  email: scope('userinfo.email'),
  profile: scope('userinfo.profile'),
  [scope('classroom.student-submissions.me.readonly')]: scope('classroom.coursework.me.readonly'),
  [scope('classroom.student-submissions.students.readonly')]: scope('classroom.coursework.students.readonly'),
};

export const toReturnedScope = (name: string): string => returnedNames[name] ?? name;
