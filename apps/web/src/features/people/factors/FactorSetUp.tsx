import { useEffect, useRef, useState, type FormEvent } from 'react';
import { hasPasskeys } from '../../../base/passkeys.ts';
import { t } from '../../../base/t.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { IconShieldLock } from '../../../ui/plain/icons.ts';
import { Grid, Row, Text } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { AppCode } from './AppCode.tsx';
import styles from './factors.module.css';
import type { OwnFactorsState } from './use-own-factors.ts';

/** Adds a passkey, or codes of an app. Recovery codes are shown once, when they are made. */
export function FactorSetUp({ own }: { own: OwnFactorsState }) {
  const [name, setName] = useState('');
  const offers = own.loaded.data?.can_passkey === true && hasPasskeys();
  if (own.codes) return <RecoveryCodes codes={own.codes} onKept={own.forgetCodes} />;
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (await own.addPasskey(name.trim() || t('factors.passkey'))) setName('');
  };
  return (
    <>
      {own.error !== null && <Notice>{errorText(own.error)}</Notice>}
      {offers ? (
        <Grid as="form" gap={12} wide items="start" onSubmit={(event: FormEvent) => void add(event)} noValidate aria-label={t('factors.addPasskey')}>
          <TextField
            label={t('factors.passkeyName')}
            description={t('factors.passkeyNameHint')}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Text size={14} tone="dimmed">
            {t('factors.passkeyHint')}
          </Text>
          <Button type="submit" variant="filled" icon={IconShieldLock} pending={own.pending === 'passkey'}>
            {t('factors.addPasskey')}
          </Button>
        </Grid>
      ) : (
        <p>{t('factors.noPasskeyHere')}</p>
      )}
      <AppCode own={own} />
    </>
  );
}

/** Recovery codes that were just made. */
function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Grid as="section" gap={12} wide aria-labelledby="recovery-title">
      <h3 id="recovery-title" ref={heading} tabIndex={-1}>
        {t('factors.recovery')}
      </h3>
      <p>{t('factors.recoveryAbout')}</p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ol>
      <Row gap={8} wrap>
        <Button variant="filled" onClick={onKept}>
          {t('factors.recoveryKept')}
        </Button>
        <Button onClick={() => window.print()}>{t('factors.print')}</Button>
      </Row>
    </Grid>
  );
}
