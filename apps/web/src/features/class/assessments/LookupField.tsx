import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Choice, ChoiceField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import styles from './Assessments.module.css';
import type { Lookup } from './calls.ts';
import { t } from '../../../base/t.ts';

interface LookupFieldProps {
  label: string;
  /** The list to search. Null: it cannot be searched yet, as `nothing` explains. */
  lookup: Lookup | null;
  value: number | null;
  onChange: (id: number | null) => void;
  /** The text for no choice. */
  nothing: string;
  description?: string | undefined;
  error?: string | undefined;
  /** The text that replaces the description when the list is empty. */
  whenEmpty?: string | undefined;
  /** The known data of the previous choice, in case the list no longer has it. */
  known?: Choice | undefined;
  after?: ReactNode;
}

const NONE: Lookup = { name: 'none', isWhole: true, load: () => Promise.resolve([]), one: () => Promise.resolve(undefined) };

/**
 * A field to choose one row of a list, found while typing. A failed load is shown with a Retry; the choice stays
 * selected and named.
 */
export function LookupField({ label, lookup, value, onChange, nothing, description, error, whenEmpty, known, after }: LookupFieldProps) {
  const source = lookup ?? NONE;
  const [picked, setPicked] = useState<Choice | null>(null);
  const first = useQuery({ queryKey: ['choices', source.name, ''], queryFn: ({ signal }) => source.load('', signal), enabled: lookup !== null });
  const { data = [], error: failure, isFetching, refetch } = first;
  const isEmpty = lookup !== null && !failure && !isFetching && data.length === 0;
  const failed = failure && !isFetching ? errorText(failure) : undefined;
  const there = [picked, ...data, known].find((choice) => choice && choice.id === value);
  const one = useChoice(source, value !== null && !there && !isFetching ? value : null);
  return (
    <div className={styles.lookup}>
      <ChoiceField
        key={source.name}
        label={label}
        source={source}
        value={value === null ? [] : [there ?? one ?? { id: value, name: '…' }]}
        disabled={lookup === null}
        error={error ?? failed}
        description={isEmpty ? whenEmpty : description}
        placeholder={isFetching && data.length === 0 ? t('common.loading') : nothing}
        onChange={([chosen]) => {
          setPicked(chosen ?? null);
          onChange(chosen?.id ?? null);
        }}
      />
      {failed && (
        <Button size="s" onClick={() => void refetch()}>
          {t('form.retry')}
        </Button>
      )}
      {after}
    </div>
  );
}

/** Returns the name of a choice of which only the id is known; null: there is none. */
export function useChoice(lookup: Lookup, id: number | null): Choice | undefined {
  const { data } = useQuery({
    queryKey: ['choices', lookup.name, 'one', id],
    queryFn: async ({ signal }) => (await lookup.one(Number(id), signal)) ?? null,
    enabled: id !== null,
  });
  return data ?? undefined;
}
