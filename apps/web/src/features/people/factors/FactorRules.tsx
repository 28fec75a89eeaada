import { FACTOR_LEVELS, type FactorLevel, type factorRules, type factorRuleSave, type FactorRuleView } from '@classwright/contract/people/sign-in/factors';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { DateField, SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Text } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import styles from './factors.module.css';

/** The second factor for each role of a school. */
export function FactorRules({ schoolId, mayEdit }: { schoolId: number; mayEdit: boolean }) {
  const loaded = useQuery({
    queryKey: ['factor-rules', schoolId],
    queryFn: async ({ signal }) => (await api<typeof factorRules>('GET', '/schools/:id/factor-rules', { params: { id: schoolId }, signal })).rules,
  });
  return (
    <Grid as="section" gap={16} bordered radius="lg" ground="surface" className={styles.box} aria-labelledby="factor-rules">
      <h2 id="factor-rules">{t('factorRules.title')}</h2>
      <p>{t('factorRules.about')}</p>
      {loaded.error && !loaded.data ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !loaded.data ? (
        <SkeletonText lines={4} />
      ) : (
        loaded.data.map((rule) => <Rule key={rule.role_id} schoolId={schoolId} rule={rule} mayEdit={mayEdit} onSaved={() => void loaded.refetch()} />)
      )}
    </Grid>
  );
}

function Rule({ schoolId, rule, mayEdit, onSaved }: { schoolId: number; rule: FactorRuleView; mayEdit: boolean; onSaved: () => void }) {
  const [level, setLevel] = useState<FactorLevel>(rule.level);
  const [from, setFrom] = useState(rule.required_from ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const { role_id, role_name: role, people, with_factor } = rule;
  const isSame = level === rule.level && from === (rule.required_from ?? '');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    setFault(null);
    setError(null);
    try {
      const body = { level, required_from: level === 'required' && from !== '' ? from : null };
      showSnack((await api<typeof factorRuleSave>('PUT', '/schools/:id/factor-rules/:role_id', { params: { id: schoolId, role_id }, body })).message);
      onSaved();
    } catch (failure) {
      if (isApiError(failure, 'VALIDATION_FAILED')) setFault(Object.values(failure.errors).flat().join(' '));
      else setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <Grid as="form" gap={8} items="start" noValidate aria-label={t('factorRules.levelOf', { role })} onSubmit={(event: FormEvent) => void save(event)}>
      <b dir="auto">{role}</b>
      <Text size={14} tone="dimmed">
        {rule.is_fixed ? t('factorRules.fixed') : t('factorRules.have', { count: with_factor, people })}
      </Text>
      {!rule.is_fixed && mayEdit && (
        <>
          {error !== null && <Notice>{errorText(error)}</Notice>}
          <SelectField
            label={t('factorRules.levelOf', { role })}
            value={level}
            options={FACTOR_LEVELS.map((one) => ({ value: one, label: t(`factorRules.level.${one}`) }))}
            onChange={(event) => setLevel(event.target.value as FactorLevel)}
          />
          {level === 'required' && (
            <DateField
              label={t('factorRules.fromOf', { role })}
              value={from}
              error={fault ?? undefined}
              onChange={(event) => {
                setFrom(event.target.value);
                setFault(null);
              }}
            />
          )}
          {!isSame && (
            <Button type="submit" pending={pending}>
              {t('factorRules.save', { role })}
            </Button>
          )}
        </>
      )}
    </Grid>
  );
}
