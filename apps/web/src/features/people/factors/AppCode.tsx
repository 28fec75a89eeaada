import type { factorCodeBegin, factorCodeFinish } from '@classwright/contract/people/sign-in/factors';
import { useRef, useState, type FormEvent } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { copyText } from '../../../base/copy-text.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { Button, buttonClasses } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { Grid, Row } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import styles from './factors.module.css';
import type { OwnFactorsState } from './use-own-factors.ts';

/** Sets up codes of an app: first the key for the app, then its first code. */
export function AppCode({ own }: { own: OwnFactorsState }) {
  const [begun, setBegun] = useState<{ ticket: string; secret: string; uri: string } | null>(null);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const begin = async () => {
    await own.run('app', async () => {
      setBegun(await api<typeof factorCodeBegin>('POST', '/auth/factors/code'));
      return {};
    });
  };
  const finish = async (event: FormEvent) => {
    event.preventDefault();
    if (!begun) return;
    setFault(null);
    const done = await own.run('app', () =>
      api<typeof factorCodeFinish>('PUT', '/auth/factors/code', { body: { ticket: begun.ticket, code } }).catch((error: unknown) => {
        if (!isApiError(error, 'VALIDATION_FAILED')) throw error;
        setFault(Object.values(error.errors).flat().join(' '));
        return {};
      }),
    );
    if (done && own.loaded.data) field.current?.focus();
  };
  if (!begun)
    return (
      <Button pending={own.pending === 'app'} onClick={() => void begin()}>
        {t(own.loaded.data?.has_code ? 'factors.replaceCode' : 'factors.addCode')}
      </Button>
    );
  const spaced = (begun.secret.match(/.{1,4}/g) ?? []).join(' ');
  return (
    <Grid as="form" gap={12} wide onSubmit={(event: FormEvent) => void finish(event)} noValidate aria-label={t('factors.codeOfApp')}>
      <p>{t('factors.appHint')}</p>
      <Row gap={16} wrap align="start">
        {/* drawn here: the secret goes to no service */}
        <QrCode text={begun.uri} className={styles.qr} />
        <Grid gap={12} className={styles.key}>
          <TextField label={t('factors.appKey')} value={spaced} readOnly dir="ltr" onFocus={(event) => event.target.select()} />
        </Grid>
      </Row>
      <Row gap={8} wrap>
        <Button onClick={() => void copyText(begun.secret).then((copied) => copied && showSnack(t('factors.copied')))}>{t('factors.copyKey')}</Button>
        <a className={buttonClasses({ variant: 'subtle' })} href={begun.uri}>
          {t('factors.appOpen')}
        </a>
      </Row>
      {own.error !== null && <Notice>{errorText(own.error)}</Notice>}
      <TextField
        ref={field}
        label={t('factors.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        dir="ltr"
        value={code}
        error={fault ?? undefined}
        onChange={(event) => {
          setCode(event.target.value);
          setFault(null);
        }}
      />
      <Row gap={8} wrap>
        <Button type="submit" variant="filled" pending={own.pending === 'app'}>
          {t('factors.finish')}
        </Button>
        <Button variant="subtle" onClick={() => setBegun(null)}>
          {t('common.cancel')}
        </Button>
      </Row>
    </Grid>
  );
}
