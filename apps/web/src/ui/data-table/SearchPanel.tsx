import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useIsNarrow } from '../../base/use-media.ts';
import { IconButton } from '../plain/IconButton.tsx';
import { Button } from '../plain/Button.tsx';
import { IconAdjustmentsHorizontal, IconChevronDown, IconReload, IconSearch } from '../plain/icons.ts';
import { FilterChip } from './FilterChip.tsx';
import { SearchField } from './SearchField.tsx';
import styles from './SearchPanel.module.css';
import { t } from '../../base/t.ts';

/** An active filter. */
export interface FilterInForce {
  key: string;
  words: string;
  onRemove: () => void;
}

interface SearchPanelProps {
  title: string;
  /** The labels of the two icons. */
  words: { search: string; reset: string };
  /** True when the list is being searched. On a phone the panel then starts open. */
  isUsed: boolean;
  onSearch: () => void;
  onReset: () => void;
  children: ReactNode;
  /** One input for the usual search. The other fields then stay folded, which leaves room for rows. */
  quick?: { text: string; onText: (text: string) => void; hint: string };
  /** The active filters, next to the quick search. */
  chips?: readonly FilterInForce[];
  /** Tools at the end of the line. */
  tools?: ReactNode;
}

/**
 * The search fields of a list: Enter or the search icon runs it, the reset icon clears it. With a quick search, and on
 * phones, a press opens them.
 */
export function SearchPanel({ title, words, isUsed, onSearch, onReset, children, quick, chips = [], tools }: SearchPanelProps) {
  const narrow = useIsNarrow();
  const id = useId();
  const [open, setOpen] = useState(false);
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
  if (quick)
    return (
      <section className={styles.quick} aria-label={title}>
        <div className={styles.line}>
          <SearchField text={quick.text} hint={quick.hint} onText={quick.onText} />
          <h2>
            <Button icon={IconAdjustmentsHorizontal} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
              {title}
            </Button>
          </h2>
          {chips.map(({ key, words: shown, onRemove }) => (
            <FilterChip key={key} words={shown} onRemove={onRemove} />
          ))}
          {isUsed && (
            <Button variant="subtle" onClick={onReset}>
              {t('filter.reset')}
            </Button>
          )}
          {tools && <span className={styles.tools}>{tools}</span>}
        </div>
        <form id={id} className={styles.panel} role="search" aria-label={title} hidden={!open} onSubmit={submit} noValidate>
          {open && fields}
        </form>
      </section>
    );
  return (
    <form className={styles.panel} role="search" aria-label={title} onSubmit={submit} noValidate>
      {narrow ? (
        <details ref={details}>
          <summary>
            <h2>{title}</h2>
            <IconChevronDown size={20} />
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
