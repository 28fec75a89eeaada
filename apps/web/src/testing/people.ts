import type { UserView } from '@classwright/contract/people/sign-in/calls';

/** A signed-in person for tests. Each test passes in what it is about. */
export function person(details: Partial<UserView> = {}): UserView {
  const menus = Object.fromEntries(
    [
      'home',
      'dashboards',
      'assessments',
      'admin_settings',
      'censorship',
      'student',
      'teacher',
      'question_bank',
      'access_controls',
      'reward_point',
      'invitations',
      'requested_classes',
      'notification',
      'archived_assessments',
    ].map((group) => [group, []]),
  ) as unknown as UserView['menus'];
  return {
    id: 7,
    user_id: 7,
    account_id: 7,
    name: 'Ada Byron',
    user_name: 'Ada Byron',
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@school.test',
    mobile: '',
    user_type: 'Teachers',
    picture: null,
    photoUrl: null,
    profile_picture: null,
    school: { id: 1, school_name: 'Rowan Bridge School', time_zone: 'Europe/London' },
    menus,
    rights: [],
    has_active_assessment: false,
    ...details,
  };
}
