import type { UserView } from '@classwright/contract/people/sign-in/calls';
import { menuPageMessages } from '@classwright/contract/messages/menu-pages';
import { MENU_GROUPS } from '@classwright/rules/access/menus';
import { expect, test } from 'vitest';
import { person } from '../../testing/people.ts';
import { router } from '../router.tsx';
import { barPlaces } from './bars.ts';
import { listSections, placeOf, roleOf, type Section, sectionOf, SECTIONS } from './sections.ts';

/** The pages that the database's seed can put into somebody's menu. */
const BUILT_IN = Object.keys(menuPageMessages).map((key) => key.replace('menu.page.', ''));
const inTable: readonly string[] = SECTIONS.flatMap(({ pages }) => pages);

const admin = person({ user_type: 'Admin', rights: ['accounts:view', 'classes:view', 'classwork:view', 'grade-settings:view', 'school-settings:edit'] });
admin.menus.home = [{ name: 'Home', res_url: 'home' }];
admin.menus.teacher = ['students', 'classes', 'teacher-live-learning'].map((page) => ({ name: page, res_url: page }));
admin.menus.admin_settings = ['accounts', 'levels', 'rosters', 'own-page', 'school-settings'].map((page) => ({ name: page, res_url: page }));
admin.menus.dashboards = ['dashboard', 'attendance-dashboard'].map((page) => ({ name: page, res_url: page }));
const { dashboards, home } = admin.menus;

const teacher = person({ rights: ['classes:view', 'classwork:view', 'grade-settings:view'] });
Object.assign(teacher.menus, { home, dashboards });
teacher.menus.teacher = ['classes', 'teacher-live-learning', 'students', 'sync'].map((page) => ({ name: page, res_url: page }));
teacher.menus.censorship = [{ name: 'Censored Texts', res_url: 'censored-texts' }];
teacher.menus.notification = [{ name: 'Notifications', res_url: 'notifications' }];

const student = person({ user_type: 'Student' });
Object.assign(student.menus, { home, dashboards });
student.menus.student = ['student-live-learning', 'std-classes', 'std-gradebook'].map((page) => ({ name: page, res_url: page }));
student.menus.reward_point = [{ name: 'Store', res_url: 'store' }];

const outline = (sections: Section[]) => Object.fromEntries(sections.map(({ key, pages }) => [key, pages.map(({ path }) => path)]));

test('[B2420] every built-in page is in one section and no more, and each page of the table exists', () => {
  expect(BUILT_IN.length).toBeGreaterThan(50);
  expect(BUILT_IN.map((page) => [page, inTable.filter((one) => one === page).length]).filter(([, count]) => count !== 1)).toEqual([]);
  expect(new Set(inTable).size).toBe(inTable.length);
  const routes = Object.keys(router.routesByPath);
  expect(inTable.filter((page) => !routes.includes(`/${page}`))).toEqual([]);
});

test('[K074] [B219] [B2420] a page that the table does not know is in the section of its group, and every group has one', () => {
  const grouped: readonly string[] = SECTIONS.flatMap(({ groups }) => groups);
  expect([...grouped].sort()).toEqual([...MENU_GROUPS].sort());
  expect(sectionOf('/own-page', 'question_bank')).toBe('lessons');
  expect(sectionOf('/own-page', null)).toBe('school');
  expect(outline(listSections(admin, true))['school']).toEqual(['/school-settings', '/levels', '/own-page']);
});

test('[B2421] an administrator has seven sections, a teacher five and a student three, which lose no page', () => {
  expect(outline(listSections(admin, false))).toEqual({
    home: ['/home', '/my-notifications'],
    classes: ['/classes', '/class-classwork', '/class-gradebook'],
    lessons: ['/teacher-live-learning'],
    insight: ['/dashboard'],
    people: ['/accounts', '/students'],
    school: ['/school-settings', '/levels', '/own-page'],
    connections: ['/sync', '/rosters'],
  });
  expect(outline(listSections(teacher, true))).toEqual({
    home: ['/home', '/my-notifications'],
    classes: ['/classes', '/class-classwork', '/class-gradebook', '/notifications', '/students'],
    lessons: ['/teacher-live-learning'],
    insight: ['/dashboard'],
    school: ['/censored-texts', '/sync'],
  });
  expect(outline(listSections(student, true))).toEqual({
    home: ['/home', '/my-notifications', '/store'],
    classes: ['/std-classes', '/std-gradebook', '/dashboard'],
    lessons: ['/student-live-learning'],
  });
  expect([admin, teacher, student].map(roleOf)).toEqual(['administrator', 'teacher', 'student']);
});

test('[B1560] sections have icons of their own', () => {
  const icons = SECTIONS.map(({ icon }) => icon);
  expect(new Set(icons).size).toBe(7);
});

test('[B2422] dashboards are tabs of one entry; a person who has only one of them has its page', () => {
  const insight = listSections(teacher, true).find(({ key }) => key === 'insight');
  expect(insight?.pages[0]?.tabs.map(({ path }) => path)).toEqual(['/attendance-dashboard']);
  const clerk = person();
  clerk.menus.dashboards = [{ name: 'Attendance', res_url: 'attendance-dashboard' }];
  expect(outline(listSections(clerk, true))['insight']).toEqual(['/attendance-dashboard']);
});

test('[B2423] a page names its section and entry; pages of a class are below Classes, unless they have an entry of their own', () => {
  const [ofTeacher, ofStudent] = [teacher, student].map((one) => listSections(one, true));
  expect(placeOf(ofTeacher!, '/class-people/3')).toEqual({ section: 'classes', page: '/classes' });
  expect(placeOf(ofTeacher!, '/class-gradebook/3')).toEqual({ section: 'classes', page: '/class-gradebook' });
  expect(placeOf(ofTeacher!, '/attendance-dashboard')).toEqual({ section: 'insight', page: '/dashboard' });
  expect(placeOf(ofTeacher!, '/classes-of-noise')).toEqual({ section: null, page: null });
  expect(placeOf(ofStudent!, '/class-classwork/3')).toEqual({ section: 'classes', page: '/std-classes' });
});

test('[B2424] the bars of phones: four places of each role, and the next one where a page is missing', () => {
  const labels = (user: typeof teacher, path = '/home') => {
    const sections = listSections(user, true);
    return barPlaces(roleOf(user), sections, placeOf(sections, path)).map(({ label, current }) => (current ? `${label} (${current})` : label));
  };
  expect(labels(student)).toEqual(['Home (page)', 'Classes', 'Lesson', 'Grades']);
  expect(labels(teacher, '/class-people/3')).toEqual(['Home', 'Classes (page)', 'Lesson', 'Grade']);
  expect(labels(teacher, '/students')).toEqual(['Home', 'Classes (true)', 'Lesson', 'Grade']);
  expect(labels(admin, '/levels')).toEqual(['Home', 'People', 'Classes', 'School (true)']);
  expect(labels(admin, '/my-notifications')).toEqual(['Home', 'People', 'Classes', 'School']); // More is the current one
  expect(labels({ ...teacher, rights: ['classes:view'] })).toEqual(['Home (page)', 'Classes', 'Lesson', 'School']);
});

test('[B2438] what a school has not set up is in no menu; administrators keep the page where it is set up', () => {
  const pages = (user: UserView) => listSections(user, true).flatMap((section) => section.pages.map(({ path }) => path));
  const reward_point = ['reward-point', 'store', 'store-items', 'store-purchases'].map((page) => ({ name: page, res_url: page }));
  const office = { ...admin, menus: { ...admin.menus, reward_point, access_controls: [{ name: 'OneRoster', res_url: 'oneroster' }] } };
  const staff = { ...teacher, menus: { ...teacher.menus, reward_point } };
  const unused_pages = ['store', 'store-items', 'store-purchases', 'oneroster'];
  const ofStore = (all: string[]) => all.filter((path) => /store|oneroster/.test(path));
  expect(ofStore(pages(office))).toEqual(['/store', '/store-items', '/store-purchases', '/oneroster']);
  expect(ofStore(pages({ ...office, unused_pages }))).toEqual(['/store-items']);
  expect(ofStore(pages({ ...staff, unused_pages }))).toEqual([]);
  expect(pages({ ...staff, unused_pages })).toContain('/reward-point');
  expect(ofStore(pages({ ...student, unused_pages }))).toEqual([]);
  expect(placeOf(listSections({ ...office, unused_pages }, true), '/oneroster')).toEqual({ section: 'connections', page: '/rosters' });
});
