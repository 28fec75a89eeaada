import type { consentDemand, consentSchool } from '@classwright/contract/overview/consents/calls';
import { CONSENT_ASKS, type ConsentAsks, type OptionalUse } from '@classwright/contract/core/optional-uses';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { useUnsaved } from '../../../base/unsaved.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Text } from '../../../ui/plain/layout/layout.tsx';
import { ConsentPeople } from './ConsentPeople.tsx';
import styles from './consents.module.css';

/** Shows whom a school asks about optional uses, how many agreed, and leads to the students who are still to be asked. */
export function SchoolConsents({ schoolId, mayEdit }: { schoolId: number; mayEdit: boolean }) {
  const [looking, setLooking] = useState<OptionalUse | null>(null);
  const [chosen, setChosen] = useState<Partial<Record<OptionalUse, ConsentAsks>>>({});
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const loaded = useQuery({
    queryKey: ['consents', 'school', schoolId],
    queryFn: ({ signal }) => api<typeof consentSchool>('GET', '/consents/school', { query: { school_id: schoolId, per_page: 10 }, signal }),
  });
  const uses = loaded.data?.uses;
  const changed = Object.fromEntries(Object.entries(chosen).filter(([use, asks]) => uses?.find((one) => one.use === use)?.asks !== asks));
  const isDirty = Object.keys(changed).length > 0;
  useUnsaved(isDirty, 'page');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setError(null);
    try {
      showSnack((await api<typeof consentDemand>('PUT', '/consents/demands', { body: { school_id: schoolId, asks: changed } })).message);
      await loaded.refetch();
      setChosen({});
    } catch (failure) {
      setError(failure);
    }
    setPending(false);
  };
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="school-consents">
      <h2 id="school-consents">{t('consents.officeTitle')}</h2>
      <p>{t('consents.officeAbout')}</p>
      {!uses ? (
        loaded.error ? (
          <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
        ) : (
          <SkeletonText lines={4} />
        )
      ) : (
        <Grid
          as="form"
          gap={16}
          wide
          className={styles.uses}
          noValidate
          aria-label={t('consents.officeTitle')}
          onSubmit={(event: FormEvent) => void save(event)}
        >
          {error !== null && <Notice assertive>{errorText(error)}</Notice>}
          {uses.map(({ use, asks, given, lacking }) => (
            <Grid key={use} gap={6} items="start" className={styles.uses}>
              <SelectField
                label={t('consents.asksLabel', { use: t(`consents.use.${use}`) })}
                description={t(`consents.means.${use}`)}
                value={chosen[use] ?? asks}
                disabled={!mayEdit}
                onChange={({ target }) => setChosen({ ...chosen, [use]: target.value as ConsentAsks })}
                options={CONSENT_ASKS.map((value) => ({ value, label: t(`consents.asks.${value}`) }))}
              />
              {asks !== 'school' && (
                <Row wrap gap={12} align="center">
                  <Text as="span" size={14} numbers>
                    {t('consents.count', { given, lacking })}
                  </Text>
                  <Button size="s" aria-label={t('consents.lookNamed', { use: t(`consents.use.${use}`) })} onClick={() => setLooking(use)}>
                    {t('consents.look')}
                  </Button>
                </Row>
              )}
            </Grid>
          ))}
          {isDirty && (
            <Button type="submit" variant="filled" pending={pending}>
              {t(pending ? 'consents.demandSaving' : 'consents.demandSave')}
            </Button>
          )}
        </Grid>
      )}
      {looking !== null && (
        <ConsentPeople
          schoolId={schoolId}
          use={looking}
          onClose={() => {
            setLooking(null);
            void loaded.refetch();
          }}
        />
      )}
    </Grid>
  );
}
