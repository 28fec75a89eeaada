import { useLocation } from '@tanstack/react-router';
import { useUser } from '../../base/use-user.ts';
import { BarLinks } from './BarLinks.tsx';
import { barPlaces } from './bars.ts';
import { MoreEntries } from './MoreEntries.tsx';
import { placeOf, roleOf, useSections } from './sections.ts';

/** A student's menu on a phone: four places, and More for the pages that have none, by section. */
export function StudentBar() {
  const { pathname } = useLocation();
  const sections = useSections();
  const place = placeOf(sections, pathname);
  const places = barPlaces(roleOf(useUser()), sections, place);
  const rest = sections
    .map((section) => ({ ...section, pages: section.pages.filter(({ path }) => !places.some((one) => one.path === path)) }))
    .filter(({ pages }) => pages.length > 0);
  return <BarLinks places={places}>{rest.length > 0 && <MoreEntries sections={rest} current={place.page} />}</BarLinks>;
}
