/** A view, its module, and the reason why it is public. */
export interface PublicView {
  of: string;
  why: string;
  /** True when it stands for its table: only modules that may enter its module read it, and such reads make no circle. */
  isOrdered?: true;
  /** A module that comes before and reads it nevertheless. */
  alsoFor?: string;
}

/**
 * The views that modules offer to others. A view that is not here is private to its module, as tables are; a table is
 * never public.
 */
export const publicViews: Readonly<Record<string, PublicView>> = {
  administrators: { of: 'access', why: 'who holds the Admin role is said once' },
  held_roles: { of: 'access', why: 'which roles count for a person, with the copies of their school, is said once' },
  factor_holders: { of: 'accounts', why: 'who has a second step is said once' },
  people: { of: 'accounts', why: 'people, without what they sign in with', isOrdered: true, alsoFor: 'access' },
  account_factors: { of: 'accounts', why: 'what is asked of people when they sign in is remembered with their rights' },
  departed_people: { of: 'accounts', why: 'who left, and since when, is said once' },
  lesson_people: { of: 'accounts', why: 'a lesson of simulated people shows them; nothing else does' },
  class_facts: { of: 'classes', why: 'classes, without their codes and foreign data', isOrdered: true },
  work_facts: { of: 'classwork', why: 'works, without their foreign data', isOrdered: true },
  submission_facts: { of: 'submissions', why: 'places of students in works, without their answers', isOrdered: true },
  lesson_classes: { of: 'classes', why: 'a rehearsal is a lesson of a class that stands in no list' },
  class_people: { of: 'classes', why: 'who is in a class now' },
  class_staff: { of: 'classes', why: 'who runs a class now' },
  class_students: { of: 'classes', why: 'who learns in a class now' },
  class_standings: { of: 'classes', why: 'who is or was in a class, for what the left may still do' },
  class_interests: { of: 'classes', why: 'the bank offers what somebody teaches or studies' },
  class_names: { of: 'classes', why: 'what is told of a class names it as it is called now' },
  school_places: { of: 'classes', why: 'accounts change schools only without classes in the old one' },
  question_uses: { of: 'assessments', why: 'a question that stands in an assessment stays' },
  assessment_interests: { of: 'assessments', why: 'the bank offers what somebody teaches' },
  live_runs: { of: 'live', why: 'a list of assessments says which run' },
  live_forms_opened: { of: 'live', why: 'what has been opened is not edited any more' },
  versions_asked: { of: 'live', why: 'a version that was asked never changes' },
  programs: { of: 'oneroster', why: 'people see by name which program read their data' },
  roster_ids: { of: 'sources', why: 'files of people carry the ids that a school’s rosters have for them' },
  session_results: { of: 'live', why: 'what students chose, for counts' },
  questions_to_come: { of: 'live', why: 'the bank hides what a class is still to be asked' },
  submission_standings: { of: 'submissions', why: 'lists of classwork say what the reader handed in' },
  waiting_work: { of: 'submissions', why: 'what waits for a grade or to be returned is said once' },
  submission_tallies: { of: 'submissions', why: 'lists of classwork count who handed in' },
  submission_grades: { of: 'submissions', why: 'graded work is deleted, and its points changed, only where that is confirmed' },
  dashboard_changed_classes: { of: 'dashboards', why: 'whose sums hold no more is said once' },
  dashboard_settled_works: { of: 'dashboards', why: 'which sums of works hold is said once, for what is read and what is left to count' },
  dashboard_settled_lessons: { of: 'dashboards', why: 'which sums of lessons hold is said once, likewise' },
  account_pictures: { of: 'accounts', why: 'the file of a picture stays in use where the picture is not shown' },
  guardians_of: { of: 'guardians', why: 'a reading of the past was that of a guardian, also when the tie has ended' },
  named_responses: { of: 'ideas', why: 'which idea a response stands for, over the versions of its question' },
  question_figures: { of: 'item-analysis', why: 'the bank shows and sorts by how questions did' },
};

/**
 * The views that the platform reads too: what its erasures, its deletions and its copies ask before they touch anybody's data.
 * Each is in the migration of the module that writes its table.
 */
export const platformViews: Readonly<Record<string, string>> = {
  open_holds: 'what is held now',
  held_people: 'whom a hold keeps, also as somebody of a held class',
  kept_people: 'whose data is left alone: that of held people, and of those in a lesson',
  kept_classes: 'the classes whose data is left alone',
  current_guardians: 'who is a guardian of whom now',
  consents_asked: 'whom a school asks about which optional use',
  suspended_schools: 'which schools are suspended, and why',
  suspended_accounts: 'who is not let in while their school is suspended',
  school_paces: 'how many requests a minute a school may make',
  school_sizes: 'what a school has of what it may have',
  consents_lacking: 'for whom nobody who must has agreed to an optional use',
};

/** Tables that others read only through views, even those that may import the module. */
export const hiddenTables: Readonly<Record<string, string>> = {
  accounts: 'accounts',
  courses: 'classes',
  course_members: 'classes',
  course_works: 'classwork',
  submissions: 'submissions',
};
