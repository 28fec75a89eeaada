import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../ui/plain/Dialog.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconSearch } from '../../ui/plain/icons.ts';
import { useEvent } from '../../base/use-event.ts';
import { useShortcuts } from '../../base/shortcuts.ts';
import { t } from '../../base/t.ts';
import { useMedia } from '../../base/use-media.ts';
import { MenuSearch } from './MenuSearch.tsx';
import type { Section } from './sections.ts';
import styles from './MenuSearch.module.css';

/**
 * The search of the top bar. Where there is no space for the field, a button opens it. Ctrl or Cmd and K open it from
 * anywhere.
 */
export function SearchBox({ sections }: { sections: readonly Section[] }) {
  const hasRoom = useMedia('(min-width: 760px)');
  const field = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(false);
  const open = () => {
    if (!hasRoom) return setOpened(true);
    field.current?.focus();
    field.current?.select();
    field.current?.click();
  };
  const onKeyDown = useEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.defaultPrevented) return;
    // an open dialog keeps the keyboard
    if (document.querySelector('dialog[open]')) return;
    event.preventDefault();
    open();
  });
  useShortcuts({
    // the list's own search, if the page has one
    '/': () => {
      const own = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (!own) return open();
      own.focus();
      return own.select();
    },
    n: () => {
      const begin = document.querySelector<HTMLButtonElement>('main [aria-keyshortcuts="N"]:not(:disabled)');
      begin?.click();
      return begin !== null;
    },
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onKeyDown]);

  if (hasRoom) return <MenuSearch sections={sections} field={field} onLeave={() => field.current?.blur()} />;
  return (
    <>
      <IconButton icon={IconSearch} label={t('shell.search')} size="l" onClick={() => setOpened(true)} />
      <Dialog opened={opened} onClose={() => setOpened(false)} title={t('shell.searchTitle')} className={styles.fromTop}>
        <MenuSearch sections={sections} inDialog onLeave={() => setOpened(false)} />
      </Dialog>
    </>
  );
}
