import { TERMS, type Term, type Terms } from '@classwright/contract/school/retention/terms';
import type { retentionChange, retentionPreview } from '@classwright/contract/overview/retention/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { numberText } from '../../../base/number-text.ts';
import { t } from '../../../base/t.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Grid, Text } from '../../../ui/plain/layout/layout.tsx';
import type { Retention } from './calls.ts';
import { termNames } from './words.ts';
import styles from './retention.module.css';

type Typed = Record<Term, string>;

const isAllowed = (term: Term, typed: string): boolean => /^\d{1,5}$/.test(typed) && Number(typed) >= TERMS[term].least && Number(typed) <= TERMS[term].most;

/** Changes how long a school keeps data. A time that gets shorter says before it is saved how much that makes due. */
export function TermsDialog({ retention, onSaved, onClose }: { retention: Retention; onSaved: () => void; onClose: () => void }) {
  const { terms, school_id } = retention;
  const [typed, setTyped] = useState(() => Object.fromEntries(termNames.map((term) => [term, String(terms[term])])) as Typed);
  const [isTried, setTried] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const changed = termNames.filter((term) => typed[term] !== String(terms[term]));
  const shorter = changed.filter((term) => isAllowed(term, typed[term]) && Number(typed[term]) < terms[term]);
  const save = async (): Promise<boolean> => {
    setTried(true);
    setError(null);
    if (termNames.some((term) => !isAllowed(term, typed[term]))) return false;
    try {
      const body = { school_id, terms: Object.fromEntries(changed.map((term) => [term, Number(typed[term])])) as Partial<Terms> };
      showSnack((await api<typeof retentionChange>('PUT', '/retention/terms', { body })).message);
      onSaved();
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  const faults = isApiError(error, 'VALIDATION_FAILED') ? Object.values(error.errors).flat().join(' ') : null;
  return (
    <FormDialog
      opened
      title={t('retention.change')}
      onClose={onClose}
      onSubmit={save}
      dirty={changed.length > 0}
      submitLabel={t('retention.save')}
      pendingLabel={t('retention.saving')}
      width={620}
      error={faults !== null ? <Notice assertive>{faults}</Notice> : error !== null && <Notice assertive>{errorText(error)}</Notice>}
    >
      <Grid gap={16} className={styles.fields}>
        {termNames.map((term) => {
          const { unit, least, most } = TERMS[term];
          return (
            <TextField
              key={term}
              inputMode="numeric"
              label={t('retention.amountOf', { term: t(`retention.term.${term}`), unit: t(`retention.unit.${unit}`) })}
              description={t('retention.between', { least: numberText(least), most: numberText(most) })}
              value={typed[term]}
              error={isTried && !isAllowed(term, typed[term]) ? t('retention.invalidAmount', { least: numberText(least), most: numberText(most) }) : undefined}
              onChange={(event) => setTyped({ ...typed, [term]: event.target.value.trim() })}
            />
          );
        })}
      </Grid>
      <div aria-live="polite">
        {shorter.map((term) => (
          <BecomesDue key={term} term={term} amount={Number(typed[term])} schoolId={school_id} />
        ))}
      </div>
    </FormDialog>
  );
}

function BecomesDue({ term, amount, schoolId }: { term: Term; amount: number; schoolId: number }) {
  const { data, error } = useQuery({
    queryKey: ['retention', schoolId, 'preview', term, amount],
    queryFn: ({ signal }) => api<typeof retentionPreview>('GET', '/retention/preview', { query: { school_id: schoolId, term, amount }, signal }),
  });
  if (error && !data) return <Notice assertive>{errorText(error)}</Notice>;
  if (!data)
    return (
      <Text size={14} tone="dimmed">
        {t('retention.counting')}
      </Text>
    );
  const { rows, people, now } = data;
  return (
    <Notice hue="amber">
      {t('retention.becomesDue', { term: t(`retention.term.${term}`), rows: numberText(rows), people: numberText(people), now: numberText(now) })}
    </Notice>
  );
}
