import { Row } from '../../ui/plain/layout/layout.tsx';
import { MenuLink } from '../../ui/page-menu/MenuLink.tsx';
import type { Place, Section } from './sections.ts';
import styles from './SectionTabs.module.css';

/** Scrolls to the current tab, which may be out of sight. */
const show = (tab: HTMLElement | null): void => tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });

/** The pages of the current section as tabs at the head of the page, on phones. */
export function SectionTabs({ section, place }: { section: Section; place: Place }) {
  return (
    <nav className={styles.tabs} data-scrolls aria-label={section.label}>
      <Row as="ul" align="stretch" className={styles.list}>
        {section.pages.map(({ path, label }) => {
          const isHere = path === place.page;
          return (
            <li key={path} ref={isHere ? show : undefined}>
              <MenuLink to={path} className={styles.tab} aria-current={isHere ? 'page' : undefined}>
                {label}
              </MenuLink>
            </li>
          );
        })}
      </Row>
    </nav>
  );
}
