import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { FieldFrame } from '../../../../ui/form/index.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import type { Lookup } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import styles from './form.module.css';

interface ChoiceCardsProps {
  label: string;
  description: string;
  lookup: Lookup;
  value: number | null;
  onChange: (id: number) => void;
  error: string | undefined;
}

/** Shows a few choices as cards, each as large as a thumb. */
export function ChoiceCards({ label, description, lookup, value, onChange, error }: ChoiceCardsProps) {
  const id = useId();
  const { data, error: failure, isFetching, refetch } = useQuery({ queryKey: ['choices', lookup.name, ''], queryFn: ({ signal }) => lookup.load('', signal) });
  if (failure && !isFetching) return <LoadFailed error={failure} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={4} />;
  return (
    <FieldFrame id={id} group label={label} description={description} error={error}>
      <div className={styles.cards}>
        {data.map((choice, index) => (
          <label key={choice.id} className={styles.card}>
            <input
              type="radio"
              name={id}
              checked={choice.id === value}
              aria-describedby={error ? `${id}e` : undefined}
              data-autofocus={choice.id === value || (value === null && index === 0) || undefined}
              onChange={() => onChange(choice.id)}
            />
            <span>{choice.name}</span>
          </label>
        ))}
        {data.length === 0 && <p className={styles.nothing}>{t('form.noChoices')}</p>}
      </div>
    </FieldFrame>
  );
}
