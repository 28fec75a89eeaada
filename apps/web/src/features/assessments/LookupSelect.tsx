import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SelectField } from '../../ui/form/index.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { errorText } from '../../ui/plain/error-text.ts';
import styles from './Assessments.module.css';
import type { Lookup } from './calls.ts';
import { t } from './t.ts';

interface LookupSelectProps {
  label: string;
  /** Null: there is nothing to ask for yet, as `description` says. */
  lookup: Lookup | null;
  value: number | null;
  onChange: (id: number | null) => void;
  /** What nothing chosen is called. */
  nothing: string;
  description?: string | undefined;
  error?: string | undefined;
  /** What stands in place of the description when the list is empty. */
  whenEmpty?: string | undefined;
  /** The name of what is chosen, should the list no longer have it. */
  chosenName?: string | null | undefined;
  disabled?: boolean;
  after?: ReactNode;
}

/** One of a list that is loaded whole. A load that failed says so, with a Retry; what was chosen stays chosen. */
export function LookupSelect({ label, lookup, value, onChange, nothing, description, error, whenEmpty, chosenName, disabled, after }: LookupSelectProps) {
  const {
    data = [],
    error: failure,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['choices', ...(lookup?.key ?? [])],
    queryFn: ({ signal }) => lookup?.load(signal) ?? [],
    enabled: lookup !== null,
  });
  const isKnown = value === null || data.some(({ id }) => id === value);
  const isEmpty = lookup !== null && !failure && !isFetching && data.length === 0;
  const failed = failure && !isFetching ? errorText(failure) : undefined;
  return (
    <div className={styles.lookup}>
      <SelectField
        label={label}
        value={value ?? ''}
        disabled={disabled || lookup === null}
        error={error ?? failed}
        description={isEmpty ? whenEmpty : description}
        aria-busy={isFetching}
        options={[
          { value: '', label: isFetching && data.length === 0 ? t('common.loading') : nothing },
          ...data.map(({ id, name }) => ({ value: String(id), label: name })),
          ...(isKnown ? [] : [{ value: String(value), label: chosenName ?? '…' }]),
        ]}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
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
