import { useEffect, useRef, useState } from 'react';
import { t } from '../../base/t.ts';
import { IconButton } from '../plain/IconButton.tsx';
import { IconSearch, IconX } from '../plain/icons.ts';
import { Row } from '../plain/layout/layout.tsx';
import styles from './DataTable.module.css';
import { useEvent } from '../../base/use-event.ts';

export const SEARCH_PAUSE_MS = 500;

interface SearchProps {
  text: string;
  onText: (text: string) => void;
  hint?: string;
  /** The name of the searched list, if a page has several. */
  list?: string;
}

/** The quick search. It searches half a second after the last key, right away on Enter. */
export function SearchField({ text, onText, hint = t('table.search'), list = t('table.search') }: SearchProps) {
  const [typed, setTyped] = useState(text);
  const asked = useRef(text);
  useEffect(() => {
    // Back and Forward change the search from outside.
    if (text !== asked.current) {
      asked.current = text;
      setTyped(text);
    }
  }, [text]);
  const ask = (words: string) => {
    const wanted = words.trim();
    if (wanted === asked.current) return;
    asked.current = wanted;
    onText(wanted);
  };
  const askNow = useEvent(ask);
  useEffect(() => {
    const timer = setTimeout(() => askNow(typed), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, askNow]);
  return (
    <Row gap={8} tone="dimmed" radius="md" className={styles.search} role="search" aria-label={list}>
      <IconSearch size={18} />
      <input
        type="search"
        aria-label={t('table.search')}
        placeholder={hint}
        value={typed}
        maxLength={200}
        enterKeyHint="search"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && ask(typed)}
      />
      {typed !== '' && (
        <IconButton
          icon={IconX}
          size="s"
          label={t('table.clearSearch')}
          onClick={() => {
            setTyped('');
            ask('');
          }}
        />
      )}
    </Row>
  );
}
