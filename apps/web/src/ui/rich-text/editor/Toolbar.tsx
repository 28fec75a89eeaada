import type { Editor } from '@tiptap/core';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../../plain/IconButton.tsx';
import { classes } from '../../plain/classes.ts';
import { walkFocus } from '../../plain/walk.ts';
import { t } from '../../../base/t.ts';
import styles from './editor.module.css';
import type { Tool } from './tools.ts';

/**
 * A toolbar is one stop of the Tab key; arrows, Home and End move within it. A click never takes the focus out of the
 * text, so that a phone's keyboard stays open.
 */
export function Toolbar({ label, children, compact }: { label: string; children: ReactNode; compact?: boolean }) {
  const bar = useRef<HTMLDivElement>(null);
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons();
    if (all.includes(document.activeElement as HTMLButtonElement)) walkFocus(event, all, 'row');
  };
  const onFocus = () => {
    for (const button of buttons()) button.tabIndex = button === document.activeElement ? 0 : -1;
  };
  return (
    <div
      ref={bar}
      className={classes(styles.toolbar, compact && styles.compactBar)}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onPointerDown={(event) => event.preventDefault()}
    >
      {children}
    </div>
  );
}

/** Buttons of tools. Tab reaches the first of a toolbar. */
export function ToolButtons({ editor, tools, size, first = false }: { editor: Editor; tools: readonly Tool[]; size: 'm' | 'l'; first?: boolean }) {
  return tools.map((tool, index) => (
    <IconButton
      key={tool.name}
      icon={tool.icon}
      label={t(tool.name)}
      size={size}
      className={classes(tool.separated && styles.separated)}
      tabIndex={first && index === 0 ? 0 : -1}
      aria-pressed={tool.isOn?.(editor)}
      onClick={() => tool.run(editor)}
    />
  ));
}
