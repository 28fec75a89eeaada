import { useNavigate } from '@tanstack/react-router';
import { useState, type KeyboardEvent, type Ref } from 'react';
import { classes } from '../../ui/plain/classes.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { IconSearch } from '../../ui/plain/icons.ts';
import { Text } from '../../ui/plain/layout/layout.tsx';
import { useCombobox } from '../../ui/form/use-combobox.ts';
import { isOtherEntry } from '../../base/addresses.ts';
import { t } from '../../base/t.ts';
import { findInMenu, type FoundEntry } from './find-in-menu.ts';
import { useFoundPeople } from './find-people.ts';
import { pageIcons } from '../../ui/page-icons/index.ts';
import type { Section } from './sections.ts';
import styles from './MenuSearch.module.css';

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

export interface MenuSearchProps {
  sections: readonly Section[];
  field?: Ref<HTMLInputElement>;
  inDialog?: boolean;
  onLeave?: () => void;
}

/**
 * A field that lists matching pages of one's menu, and people, classes, work and questions that one may open, and goes to the
 * chosen one: as you type, arrow keys move, Enter opens, Escape closes. In the top bar the list is below the field;
 * `inDialog` it is always open and takes up its space.
 */
export function MenuSearch({ sections, field, inDialog = false, onLeave }: MenuSearchProps) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(inDialog);
  const people = useFoundPeople(open ? text : '');
  const found = open ? [...findInMenu(sections, text), ...people.entries] : [];
  const label = t(people.isOffered ? 'shell.searchAll' : 'shell.search');

  const close = () => {
    setText('');
    setOpen(inDialog);
    onLeave?.();
  };
  const go = ({ path, search: opened = {} }: FoundEntry) => {
    close();
    if (isOtherEntry(path)) location.assign(path);
    else void navigate({ to: path as '/home', search: opened as never });
  };
  const combobox = useCombobox({
    text,
    count: found.length,
    isOpen: found.length > 0,
    onOpen: () => setOpen(true),
    onDismiss: close,
    onChoose: (index) => {
      const entry = found[index];
      if (entry) go(entry);
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return combobox.onKeyDown(event);
    if (inDialog || !(open || text)) return;
    event.preventDefault();
    close();
  };

  return (
    <div role="search" className={classes(styles.search, inDialog && styles.inDialog)}>
      <div className={styles.box}>
        <IconSearch size={18} />
        <input
          ref={field}
          type="text"
          {...combobox.input}
          aria-label={label}
          aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
          placeholder={label}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
          }}
          onBlur={() => !inDialog && setOpen(false)}
          onKeyDown={onKeyDown}
        />
        {!inDialog && <kbd aria-hidden>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>}
      </div>
      {open && (
        <div className={styles.results}>
          {found.length > 0 && (
            <div {...combobox.list} aria-label={t('shell.searchResults')} className={styles.list}>
              {found.map((entry, index) => {
                const Icon = (entry.detail === undefined ? pageIcons[entry.path] : undefined) ?? entry.icon;
                return (
                  // the focus stays in the field, which names the entry that the keys act on
                  <button
                    type="button"
                    key={`${entry.path} ${entry.label} ${entry.detail ?? ''} ${entry.group ?? ''} ${entry.search?.['view'] ?? ''}`}
                    {...combobox.option(index, index === combobox.at)}
                    className={styles.option}
                  >
                    <Icon size={20} />
                    <Text as="span" grow shrinks breaks>
                      {entry.label}
                      {entry.detail && <span className={styles.detail}>{entry.detail}</span>}
                    </Text>
                    {entry.group && <span className={styles.group}>{entry.group}</span>}
                  </button>
                );
              })}
            </div>
          )}
          <p role="status" className={found.length > 0 && !people.isSearching ? 'visually-hidden' : styles.none}>
            {people.isSearching
              ? t('shell.searching')
              : found.length > 0
                ? t('choice.count', { count: found.length })
                : !people.hasFailed && t(text.trim() === '' ? 'shell.searchHint' : 'shell.searchNothing')}
          </p>
          {text.trim() !== '' && found.length === 0 && !people.isSearching && !people.hasFailed && <p className={styles.none}>{t('shell.searchTry')}</p>}
          {people.hasFailed && (
            <p className={styles.failed}>
              {t('shell.searchFailed')}
              <Button variant="subtle" size="s" onMouseDown={(event) => event.preventDefault()} onClick={people.retry}>
                {t('common.retry')}
              </Button>
            </p>
          )}
        </div>
      )}
    </div>
  );
}
