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
  /** Everything comes at once, whatever the text: what is typed is then looked for here. */
  isWhole?: boolean;
}

/** What a screen has already. */
export const choicesIn = <Id extends number | string>(name: string, choices: readonly Choice<Id>[]): ChoiceSource<Id> => ({
  name: `${name} ${choices.map(({ id }) => id).join()}`,
  isWhole: true,
  load: () => Promise.resolve([...choices]),
});

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** What can be chosen for a text: asked half a second after the last key, an earlier question is cancelled. */
export function useChoices<Id extends number | string>(
  { name, load, minLength = 0, isWhole = false }: ChoiceSource<Id>,
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
  const sent = isWhole ? '' : asked;
  const query = useQuery({
    queryKey: ['choices', name, sent],
    queryFn: ({ signal }) => load(sent, signal),
    enabled: open && isAsked,
    placeholderData: keepPreviousData,
  });
  // until then what is shown answers an earlier text
  const isSettled = (isWhole || asked === wanted) && !query.isPlaceholderData;
  if (!isWhole || !query.data) return { ...query, isAsked, isSettled };
  const found = query.data.filter((choice) => folded(choice.name).includes(folded(wanted)));
  return { ...query, data: found, isAsked, isSettled } as typeof query & { isAsked: boolean; isSettled: boolean };
}
