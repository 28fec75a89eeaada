import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useEvent } from '../../../base/use-event.ts';
import { choicesOf } from './choices.ts';
import { fieldsOf, type FieldValue } from './values.ts';

/** Preselects the option in a new row if there is only one. */
export function useOnlyChoices(list: ReferenceList, isNew: boolean, begin: (name: string, value: FieldValue) => void): void {
  const fields = fieldsOf(list).flatMap(([name, { isRequired, reference }]) =>
    isNew && isRequired && reference?.to.choices.by === 'rows' ? [{ name, source: choicesOf(reference.to) }] : [],
  );
  const answers = useQueries({
    queries: fields.map(({ source }) => ({
      queryKey: ['choices', source.name, ''],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.load('', signal),
    })),
  });
  const found = answers.flatMap(({ data }, at) => (data?.length === 1 && data[0] ? [{ name: fields[at]?.name ?? '', choice: data[0] }] : []));
  const start = useEvent(() => {
    for (const { name, choice } of found) begin(name, [choice]);
  });
  const names = found.map(({ name }) => name).join();
  useEffect(() => {
    if (names !== '') start();
  }, [names, start]);
}
