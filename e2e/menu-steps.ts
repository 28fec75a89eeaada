import { en } from '@classwright/contract/messages/en';
import type { Person } from './harness/index.ts';

type Section = 'home' | 'classes' | 'lessons' | 'insight' | 'people' | 'school' | 'connections';

/** Returns the button of the menu that opens the pages of a section. */
const pagesOf = ({ page }: Person, section: Section) =>
  page.getByRole('button', { name: en['menu.pagesOf'].replace('{section}', en[`menu.section.${section}`]), exact: true });

/** Opens the pages of a section in the wide menu, unless they are open, and returns the entry with a name. */
export async function entryOf(person: Person, section: Section, name: string) {
  const button = pagesOf(person, section);
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.press('Enter');
  return person.page.getByRole('navigation', { name: en['shell.mainMenu'] }).getByRole('link', { name, exact: true });
}
