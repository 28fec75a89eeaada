import { Button } from '../../../ui/plain/Button.tsx';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import styles from './rewards.module.css';

/** Tabs of a page, kept in its address. */
export function Tabs<Tab extends string>({
  label,
  tabs,
  current,
  onTab,
}: {
  label: string;
  tabs: readonly { tab: Tab; words: string }[];
  current: Tab;
  onTab: (tab: Tab) => void;
}) {
  if (tabs.length < 2) return null;
  return (
    <Row as="nav" wrap gap={8} align="stretch" className={styles.tabs} aria-label={label}>
      {tabs.map(({ tab, words }) => (
        <Button key={tab} variant={tab === current ? 'light' : 'default'} aria-current={tab === current ? 'page' : undefined} onClick={() => onTab(tab)}>
          {words}
        </Button>
      ))}
    </Row>
  );
}
