import { t } from '../../base/t.ts';
import type { IconComponent } from '../../ui/plain/icon.tsx';
import {
  IconBell,
  IconBroadcast,
  IconCalendar,
  IconClipboardList,
  IconHelpHexagon,
  IconHome,
  IconListDetails,
  IconSchool,
  IconSettings,
  IconTable,
  IconUsers,
} from '../../ui/plain/icons.ts';
import type { Place, Role, Section, SectionKey } from './sections.ts';

/** The number of places that a thumb can hit on a narrow phone, apart from More. */
const PLACES = 4;

interface Row {
  /** The page, or the section whose first page it opens. */
  to: `/${string}` | SectionKey;
  label: () => string;
  icon: IconComponent;
}

const home: Row = { to: '/home', label: () => t('menu.section.home'), icon: IconHome };
const classesAt = (to: `/${string}`): Row => ({ to, label: () => t('menu.section.classes'), icon: IconSchool });
const lessonAt = (to: `/${string}`): Row => ({ to, label: () => t('menu.lesson'), icon: IconBroadcast });
const calendar: Row = { to: '/calendar', label: () => t('menu.page.calendar'), icon: IconCalendar };
const notifications: Row = { to: '/my-notifications', label: () => t('menu.added.my-notifications'), icon: IconBell };
const assessments: Row = { to: '/assessments', label: () => t('menu.page.assessments'), icon: IconClipboardList };

/** The places of each role's bar. A place whose page a person does not have is replaced by the next one. */
const ROWS: Readonly<Record<Role, readonly Row[]>> = {
  student: [
    home,
    classesAt('/std-classes'),
    lessonAt('/student-live-learning'),
    { to: '/std-gradebook', label: () => t('menu.grades'), icon: IconTable },
    { to: '/std-classwork', label: () => t('menu.page.std-classwork'), icon: IconListDetails },
    calendar,
    notifications,
  ],
  teacher: [
    home,
    { to: '/my-children', label: () => t('menu.page.my-children'), icon: IconUsers },
    classesAt('/classes'),
    lessonAt('/teacher-live-learning'),
    { to: '/class-gradebook', label: () => t('menu.grade'), icon: IconTable },
    assessments,
    { to: '/questions', label: () => t('menu.page.questions'), icon: IconHelpHexagon },
    { to: 'people', label: () => t('menu.section.people'), icon: IconUsers },
    { to: 'school', label: () => t('menu.section.school'), icon: IconSettings },
    calendar,
    notifications,
  ],
  administrator: [
    home,
    { to: 'people', label: () => t('menu.section.people'), icon: IconUsers },
    classesAt('/classes'),
    { to: 'school', label: () => t('menu.section.school'), icon: IconSettings },
    lessonAt('/teacher-live-learning'),
    assessments,
    calendar,
    notifications,
  ],
};

export interface BarPlace {
  path: string;
  label: string;
  icon: IconComponent;
  /** The value of `aria-current`: the page itself, or another page of its section. */
  current: 'page' | 'true' | undefined;
}

/** Returns the places of a role's bar that a person has, and which of them is the current one. */
export function barPlaces(role: Role, sections: readonly Section[], { section, page }: Place): BarPlace[] {
  const found = ROWS[role].flatMap(({ to, ...row }) => {
    const own = sections.find(({ key, pages }) => key === to || pages.some(({ path }) => path === to));
    return own ? [{ ...row, path: to.startsWith('/') ? to : own.pages[0]!.path, section: own.key }] : [];
  });
  const places = found.slice(0, PLACES);
  const own = places.find(({ path }) => path === page);
  // other pages of Home have no place of their own, so More is the current one
  const around = own || section === 'home' ? undefined : places.find((place) => place.section === section);
  return places.map((place) => ({ ...place, label: place.label(), current: place === own ? 'page' : place === around ? 'true' : undefined }));
}
