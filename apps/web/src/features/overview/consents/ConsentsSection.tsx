import type { consentGive, consentList, ConsentView, consentWithdraw } from '@classwright/contract/overview/consents/calls';
import type { OptionalUse } from '@classwright/contract/core/optional-uses';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { dayIn } from '../../../base/dates.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Grid, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import styles from './consents.module.css';

/** Loads the optional uses of one’s own data; with `child` those of a child, for a guardian. */
const useConsents = (child?: { id: number }) =>
  useQuery({
    queryKey: ['consents', child?.id ?? 'own'],
    queryFn: ({ signal }) => api<typeof consentList>('GET', '/consents', { query: child ? { account_id: child.id } : {}, signal }),
  });

/**
 * Shows the optional uses that somebody is asked about, and agrees or withdraws: one’s own as a student, or those of a
 * child as a guardian. Where the school agrees for everyone, nothing is shown.
 */
export function ConsentsSection({ child }: { child?: { id: number; name: string } }) {
  const loaded = useConsents(child);
  const [saving, setSaving] = useState<OptionalUse | null>(null);
  const { data: known } = loaded;
  if (known ? known.uses.length === 0 : !loaded.error) return null;
  const decide = async ({ use, is_allowed }: ConsentView) => {
    setSaving(use);
    try {
      const body = { use, ...(child ? { account_id: child.id } : {}) };
      const { message } = is_allowed
        ? await api<typeof consentWithdraw>('POST', '/consents/withdraw', { body })
        : await api<typeof consentGive>('POST', '/consents', { body });
      showSnack(message);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
    await loaded.refetch();
    setSaving(null);
  };
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="consents-title">
      <h2 id="consents-title">{t(child ? 'consents.childTitle' : 'consents.ownTitle')}</h2>
      <p>{t('consents.about')}</p>
      {!known ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : (
        <Grid as="ul" wide className={styles.list}>
          {known.uses.map((one) => (
            <li key={one.use}>
              <Stack shrinks gap={2} className={styles.words}>
                <b>{t(`consents.use.${one.use}`)}</b>
                <Text as="span" size={14} breaks>
                  {t(`consents.means.${one.use}`)}
                </Text>
                <Text as="span" size={14} tone="dimmed" breaks>
                  {standingOf(one, known.time_zone)}
                </Text>
              </Stack>
              {one.is_yours && (
                <Button
                  variant={one.is_allowed ? 'light' : 'filled'}
                  pending={saving === one.use}
                  disabled={saving !== null}
                  aria-label={t(one.is_allowed ? 'consents.withdrawNamed' : 'consents.agreeNamed', { use: t(`consents.use.${one.use}`) })}
                  onClick={() => void decide(one)}
                >
                  {t(saving === one.use ? 'consents.waiting' : one.is_allowed ? 'consents.withdraw' : 'consents.agree')}
                </Button>
              )}
            </li>
          ))}
        </Grid>
      )}
    </Grid>
  );
}

/** Says in a sentence who agreed and when, or who is asked. */
function standingOf({ is_allowed, is_yours, asks, given }: ConsentView, zone: string): string {
  if (is_allowed && given) {
    const date = dayIn(given.at, zone);
    if (given.way === 'paper') return t('consents.by.paper', { date });
    if (given.way === 'student') return t('consents.by.student', { date });
    return given.by === null ? t('consents.byNobody', { date }) : t('consents.by.guardian', { by: given.by, date });
  }
  if (is_yours) return t('consents.notGivenYours');
  const whom = t(asks === 'guardian' ? 'consents.onGuardian' : 'consents.onStudent');
  return `${t(given ? 'consents.notEnough' : 'consents.notGiven')} ${whom}`;
}

/** Says on the home page of a student in one line that uses wait for the student’s yes or no. */
export function OpenConsents() {
  const open = useConsents().data?.open ?? 0;
  if (open === 0) return null;
  return (
    <Text size={14} below={16}>
      {t('consents.open', { count: open })} <AppLink to="/profile">{t('consents.openLink')}</AppLink>
    </Text>
  );
}
