import type { ReactNode } from 'react';
import type { Course } from '../classes/index.ts';
import { ClassFrame } from '../classes/index.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { usePagedList } from '../../../ui/data-table/index.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconMail, IconUsers } from '../../../ui/plain/icons.ts';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import { loadPeople } from './calls.ts';
import { peopleKey } from './people-key.ts';
import { GroupDialog } from './GroupDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import styles from './invitations.module.css';
import { StudentList } from './StudentList.tsx';
import { parsePeopleSearch, type PeopleSearch } from './search.ts';
import { t } from '../../../base/t.ts';
import { TeacherList } from './TeacherList.tsx';

/** The People tab of a class. `renderTools` adds actions next to the invitations. */
export function PeopleScreen({ renderTools }: { renderTools?: (course: Course) => ReactNode }) {
  return <ClassFrame tab="people">{(course) => <People key={course.id} course={course} tools={renderTools?.(course)} />}</ClassFrame>;
}

const PER_PAGE = 50;
const STATUS = { members: '1', invited: '0' } as const;

function People({ course, tools }: { course: Course; tools: ReactNode }) {
  const { rights } = useUser();
  const { search, push, replace } = usePageSearch(parsePeopleSearch);
  const { page = 1, teachers: teacherPage = 1, search_text, show, invite } = search;
  const teachers = usePagedList([...peopleKey(course.id)], { role: 'TEACHER' as const, page: teacherPage, per_page: PER_PAGE }, (query, signal) =>
    loadPeople(course.id, query, signal),
  );
  const students = usePagedList(
    [...peopleKey(course.id)],
    { role: 'STUDENT' as const, page, per_page: PER_PAGE, ...(search_text && { search_text }), ...(show && { status: STATUS[show] }) },
    (query, signal) => loadPeople(course.id, query, signal),
  );
  // This repeats the server's rule, so that the buttons are there before the lists.
  const expected = course.standing === 'staff' && !course.is_archived && rights.includes('class-people:create');
  const mayInvite = teachers.data?.can_invite ?? students.data?.can_invite ?? expected;
  const open = (dialog: NonNullable<PeopleSearch['invite']>) => push((before) => ({ ...before, invite: dialog }));
  const close = () => replace(({ invite: _open, ...others }) => others);
  return (
    <>
      <TeacherList
        courseId={course.id}
        list={teachers}
        page={teacherPage}
        onPage={(to) => replace(({ teachers: _before, ...others }) => ({ ...others, ...(to ? { teachers: to } : {}) }))}
      />
      <StudentList courseId={course.id} list={students} search={search} replace={replace} onInvite={mayInvite ? () => open('student') : undefined} />
      {course.standing === 'staff' && (
        <Row wrap gap={20} rowGap={8} className={styles.acts}>
          <AppLink to={`/class-attention/${course.id}`}>{t('people.attention')}</AppLink>
          {rights.includes('extra-time:view') && <AppLink to={`/class-extra-time/${course.id}`}>{t('people.extraTime')}</AppLink>}
          {mayInvite && (
            <Row as="span" inline wrap gap={8} align="stretch" pushed className={styles.invite}>
              <Button icon={IconMail} variant="filled" onClick={() => open('student')}>
                {t('people.inviteStudent')}
              </Button>
              <Button icon={IconUsers} onClick={() => open('group')}>
                {t('people.inviteGroup')}
              </Button>
              <Button icon={IconMail} onClick={() => open('teacher')}>
                {t('people.inviteTeacher')}
              </Button>
            </Row>
          )}
        </Row>
      )}
      {tools}
      {mayInvite && (invite === 'teacher' || invite === 'student') && (
        <InviteDialog key={invite} courseId={course.id} role={invite === 'teacher' ? 'TEACHER' : 'STUDENT'} onClose={close} />
      )}
      {mayInvite && invite === 'group' && <GroupDialog courseId={course.id} onClose={close} />}
    </>
  );
}
