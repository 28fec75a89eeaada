import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SEARCH_PAUSE_MS } from '../data-table/SearchField.tsx';

/** Something that can be chosen, by name; `detail` tells people of the same name apart. */
export interface Choice<Id extends number | string = number> {
  id: Id;
  name: string;
  detail?: string | undefined;
}

/** Where a field finds what can be chosen. */
export interface ChoiceSource<Id extends number | string = number> {
  /** Names the answers in the cache. */
  name: string;
  load: (text: string, signal: AbortSignal) => Promise<Choice<Id>[]>;
  /** Nothing is asked before this many characters; 0 unless said. */
  minLength?: number;
}

/** What can be chosen for a text: asked half a second after the last key, an earlier question is cancelled. */
export function useChoices<Id extends number | string>(
  { name, load, minLength = 0 }: ChoiceSource<Id>,
  text: string,
  open: boolean,
): UseQueryResult<Choice<Id>[]> & { isAsked: boolean; isSettled: boolean } {
  const [asked, setAsked] = useState('');
  const wanted = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), wanted === '' ? 0 : SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isAsked = asked.length >= minLength;
  const query = useQuery({
    queryKey: ['choices', name, asked],
    queryFn: ({ signal }) => load(asked, signal),
    enabled: open && isAsked,
    placeholderData: keepPreviousData,
  });
  // until then what is shown answers an earlier text
  const isSettled = asked === wanted && !query.isPlaceholderData;
  return { ...query, isAsked, isSettled };
}
