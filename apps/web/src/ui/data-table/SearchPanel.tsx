import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { useIsNarrow } from '../../app/use-media.ts';
import { IconButton } from '../plain/IconButton.tsx';
import { IconReload, IconSearch } from '../plain/icons.ts';
import styles from './SearchPanel.module.css';

interface SearchPanelProps {
  title: string;
  /** What the two icons do, in words. */
  words: { search: string; reset: string };
  /** The list is being searched: on a phone the panel begins open. */
  isUsed: boolean;
  onSearch: () => void;
  onReset: () => void;
  children: ReactNode;
}

/** Fields to search a list by: Enter or the search icon runs it, the reset icon clears it. On a phone it opens by a press. */
export function SearchPanel({ title, words, isUsed, onSearch, onReset, children }: SearchPanelProps) {
  const narrow = useIsNarrow();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (details.current && isUsed) details.current.open = true;
  }, [isUsed, narrow]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch();
  };
  const fields = (
    <div className={styles.fields}>
      {children}
      <span className={styles.buttons}>
        <IconButton bordered type="submit" icon={IconSearch} label={words.search} />
        <IconButton bordered icon={IconReload} label={words.reset} onClick={onReset} />
      </span>
    </div>
  );
  return (
    <form className={styles.panel} role="search" aria-label={title} onSubmit={submit} noValidate>
      {narrow ? (
        <details ref={details}>
          <summary>
            <h2>{title}</h2>
          </summary>
          {fields}
        </details>
      ) : (
        <>
          <h2>{title}</h2>
          {fields}
        </>
      )}
    </form>
  );
}
