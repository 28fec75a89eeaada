import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Row } from '../ui/plain/layout/layout.tsx';
import { walkFocus } from '../ui/plain/walk.ts';
import styles from './Tabs.module.css';

export interface Tab<Id extends string> {
  id: Id;
  label: ReactNode;
}

export interface TabsProps<Id extends string> {
  /** The name of the tablist, and the prefix of the ids of tabs and panels. */
  name: string;
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** An element at the right end of the row. */
  side?: ReactNode;
  look?: 'page' | 'card';
}

const tabId = (name: string, id: string) => `${name}-tab-${id}`;
const panelId = (name: string, id: string) => `${name}-panel-${id}`;

/**
 * A row of tabs, after the ARIA pattern with automatic activation: one stop of the Tab key; arrows, Home and End
 * select.
 */
export function Tabs<Id extends string>({ name, label, tabs, value, onChange, side, look = 'page' }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => showWithin(list.current, document.getElementById(tabId(name, value))), [name, value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabs[walkFocus(event, [...(list.current?.children ?? [])] as HTMLElement[], 'row') ?? -1];
    if (next) onChange(next.id);
  };
  return (
    <div className={styles.row} data-look={look}>
      <Row className={styles.inner}>
        <Row ref={list} gap={4} align="stretch" grow shrinks className={styles.list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              id={tabId(name, tab.id)}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={tab.id === value}
              aria-controls={tab.id === value ? panelId(name, tab.id) : undefined}
              tabIndex={tab.id === value ? 0 : -1}
              onClick={() => onChange(tab.id)}
            >
              {tab.label}
            </button>
          ))}
        </Row>
        {side}
      </Row>
    </div>
  );
}

/** Scrolls a row until its tab is fully visible. The page does not scroll. */
function showWithin(list: HTMLElement | null, tab: HTMLElement | null): void {
  if (!list || !tab) return;
  const [row, one] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  list.scrollLeft += Math.max(0, one.right - row.right) - Math.max(0, row.left - one.left);
}

/** The content of the selected tab. */
export function TabPanel({ name, id, className, children }: { name: string; id: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div id={panelId(name, id)} role="tabpanel" aria-labelledby={tabId(name, id)} className={className}>
      {children}
    </div>
  );
}
