import type { setUp, setUpCheck } from '@classwright/contract/people/accounts/links';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { deviceId } from '../../../base/device.ts';
import { SelectField, useFaultFocus } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { PasswordField, TextField } from '../../../ui/plain/Field.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { takeCode } from './code-in-address.ts';
import styles from './first-sign-in.module.css';
import { Page } from './Page.tsx';
import { t } from '../../../base/t.ts';
import { useFirstSignIn } from './use-first-sign-in.ts';

/** Shows the target of the first start's link: creating the first administrator and the first school. */
export function SetUpScreen() {
  const [code] = useState(takeCode);
  const check = useQuery({
    queryKey: ['set-up', code],
    queryFn: ({ signal }) => api<typeof setUpCheck>('POST', '/set-up/check', { body: { code: code ?? '-' }, token: null, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page title={t('setUp.title')}>
      {check.data && code !== null ? (
        <SetUpForm code={code} minCharacters={check.data.min_characters} asksSchool={check.data.asks_school} />
      ) : check.error && !isApiError(check.error, 'LINK_REFUSED', 'VALIDATION_FAILED') ? (
        <LoadFailed error={check.error} onRetry={() => void check.refetch()} pending={check.isFetching} />
      ) : check.error ? (
        <>
          <Notice>{errorText(check.error)}</Notice>
          <Link to="/">{t('card.toSignIn')}</Link>
        </>
      ) : (
        <SkeletonText lines={6} />
      )}
    </Page>
  );
}

const TEXTS = [
  ['first_name', 'account.field.firstName', 'given-name'],
  ['last_name', 'account.field.lastName', 'family-name'],
  ['email', 'account.field.email', 'username'],
] as const;

function SetUpForm({ code, minCharacters, asksSchool }: { code: string; minCharacters: number; asksSchool: boolean }) {
  const navigate = useNavigate();
  const { form, focusFault } = useFaultFocus();
  const { pending, faults, error, run } = useFirstSignIn();
  const [values, setValues] = useState({ school_name: '', time_zone: hereZone(), first_name: '', last_name: '', email: '', password: '' });
  const [isTried, setTried] = useState(false);
  // the server reports it only once everything else is valid, but people want to see all errors together
  const schoolFault = isTried && values.school_name.trim() === '' ? t('setUp.schoolRequired') : undefined;
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) => setValues((before) => ({ ...before, [name]: event.target.value }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setTried(true);
    const device = deviceId(values.email);
    const signedIn = await run(device, () => api<typeof setUp>('POST', '/set-up', { body: { code, ...values, device }, token: null }));
    if (signedIn) await navigate({ to: '/home', replace: true });
    else focusFault();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void submit(event)} aria-label={t('setUp.title')} noValidate>
      <p>{t('setUp.about')}</p>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      {asksSchool && (
        <fieldset disabled={pending}>
          <TextField
            label={t('setUp.school')}
            size="l"
            autoComplete="organization"
            value={values.school_name}
            error={faults['school_name'] ?? schoolFault}
            onChange={set('school_name')}
          />
          <SelectField
            label={t('setUp.zone')}
            value={values.time_zone}
            error={faults['time_zone']}
            options={zones().map((zone) => ({ value: zone, label: zone }))}
            onChange={set('time_zone')}
          />
        </fieldset>
      )}
      <fieldset disabled={pending}>
        <legend>{t('setUp.you')}</legend>
        {TEXTS.map(([name, label, autoComplete]) => (
          <TextField
            key={name}
            label={t(label)}
            size="l"
            type={name === 'email' ? 'email' : 'text'}
            autoComplete={autoComplete}
            value={values[name]}
            error={faults[name]}
            onChange={set(name)}
          />
        ))}
        <PasswordField
          label={t('account.field.password')}
          description={t('choose.hint', { min: minCharacters })}
          size="l"
          autoComplete="new-password"
          value={values.password}
          error={faults['password']}
          onChange={set('password')}
        />
      </fieldset>
      <Button type="submit" variant="filled" size="xl" wide pending={pending}>
        {t('setUp.submit')}
      </Button>
    </form>
  );
}

const hereZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** Returns the time zones that the browser knows, with UTC and the device's own. */
const zones = (): string[] => [...new Set(['UTC', hereZone(), ...Intl.supportedValuesOf('timeZone')])].sort();
