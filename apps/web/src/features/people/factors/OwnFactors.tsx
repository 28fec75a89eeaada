import type { OwnFactorsView } from '@classwright/contract/people/sign-in/factors';
import { useRef } from 'react';
import { dayOf, momentOf } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Text } from '../../../ui/plain/layout/layout.tsx';
import { FactorSetUp } from './FactorSetUp.tsx';
import styles from './factors.module.css';
import { type OwnFactorsState, useOwnFactors } from './use-own-factors.ts';

/** One's own second factors. People to whom the school offers none, and who have none, see nothing. */
export function OwnFactors() {
  const own = useOwnFactors();
  const heading = useRef<HTMLHeadingElement>(null);
  const { loaded } = own;
  const factors = loaded.data;
  const hasAny = factors !== undefined && (factors.has_code || factors.passkeys.length > 0);
  if (factors?.level === 'none' && !hasAny) return null;
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.box} aria-labelledby="factors-title">
      <h2 id="factors-title" ref={heading} tabIndex={-1}>
        {t('factors.title')}
      </h2>
      {loaded.error && !factors ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !factors ? (
        <SkeletonText lines={3} />
      ) : (
        <>
          <p>
            {t('factors.about')} {toRequirement(factors)}
          </p>
          {hasAny ? <Mine factors={factors} own={own} onRemoved={() => heading.current?.focus()} /> : <p>{t('factors.none')}</p>}
          {factors.level !== 'none' && <FactorSetUp own={own} />}
        </>
      )}
    </Grid>
  );
}

function toRequirement({ required_from }: OwnFactorsView): string {
  if (required_from === null) return '';
  return Date.parse(required_from) <= Date.now() ? t('factors.requiredSince') : t('factors.requiredFrom', { date: dayOf(required_from) });
}

function Mine({ factors, own, onRemoved }: { factors: OwnFactorsView; own: OwnFactorsState; onRemoved: () => void }) {
  const remove = async (work: Promise<boolean>) => {
    if (await work) onRemoved(); // the button that was pressed is gone
  };
  return (
    <>
      <Grid as="ul" wide className={styles.list}>
        {factors.passkeys.map(({ id, name, created_at, last_used_at }) => (
          <li key={id}>
            <div>
              <b dir="auto">{t('factors.passkeyOn', { name, date: dayOf(created_at) })}</b>
              <Text as="span" size={14} tone="dimmed" className={styles.times}>
                {last_used_at === null ? t('factors.neverUsed') : t('factors.usedAt', { date: momentOf(last_used_at) })}
              </Text>
            </div>
            <Button
              variant="subtle"
              pending={own.pending === `passkey ${id}`}
              aria-label={t('factors.removeNamed', { name })}
              onClick={() => void remove(own.removePasskey(id))}
            >
              {t('factors.remove')}
            </Button>
          </li>
        ))}
        {factors.has_code && (
          <li>
            <div>
              <b>{t('factors.codeOfApp')}</b>
              <Text as="span" size={14} tone="dimmed" className={styles.times}>
                {t('factors.codeSet')}
              </Text>
            </div>
            <Button variant="subtle" pending={own.pending === 'code'} aria-label={t('factors.removeCode')} onClick={() => void remove(own.removeCode())}>
              {t('factors.remove')}
            </Button>
          </li>
        )}
      </Grid>
      <p>{t('factors.recoveryLeft', { count: factors.recovery_codes_left })}</p>
      <Button pending={own.pending === 'recovery'} onClick={() => void own.renewCodes()}>
        {t('factors.recoveryRenew')}
      </Button>
    </>
  );
}
