import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SEARCH_PAUSE_MS } from '../data-table/SearchField.tsx';

/** An option with a name. `detail` distinguishes people with the same name. */
export interface Choice<Id extends number | string = number> {
  id: Id;
  name: string;
  detail?: string | undefined;
}

/** The source of a field's options. */
export interface ChoiceSource<Id extends number | string = number> {
  /** The key of the results in the cache. */
  name: string;
  load: (text: string, signal: AbortSignal) => Promise<Choice<Id>[]>;
  /** The minimum number of characters for a search; 0 by default. */
  minLength?: number;
  /** True when all options load together, regardless of the text. The field then searches them. */
  isWhole?: boolean;
}

/** Returns a source of options that a screen already has. */
export const choicesIn = <Id extends number | string>(name: string, choices: readonly Choice<Id>[]): ChoiceSource<Id> => ({
  name: `${name} ${choices.map(({ id }) => id).join()}`,
  isWhole: true,
  load: () => Promise.resolve([...choices]),
});

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Loads the options for a text half a second after the last key. An earlier request is canceled. */
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
  // Until then the displayed options belong to an earlier text.
  const isSettled = (isWhole || asked === wanted) && !query.isPlaceholderData;
  if (!isWhole || !query.data) return { ...query, isAsked, isSettled };
  const found = query.data.filter((choice) => folded(choice.name).includes(folded(wanted)));
  return { ...query, data: found, isAsked, isSettled } as typeof query & { isAsked: boolean; isSettled: boolean };
}
