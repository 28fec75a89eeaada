import type { CallResult } from '@classwright/contract/core/endpoint';
import type { guardianCodeCheck, guardianCodeRedeem, guardianCodeUse } from '@classwright/contract/overview/guardians/calls';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../../../base/api.ts';
import { deviceId } from '../../../base/device.ts';
import { getSession } from '../../../base/session.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { useFaultFocus } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { PasswordField, TextField } from '../../../ui/plain/Field.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Page, takeCode, useFirstSignIn } from '../../people/first-sign-in/index.ts';
import styles from './guardians.module.css';
import { useSentForm } from './use-sent-form.ts';

type Checked = CallResult<typeof guardianCodeCheck>;

/** Shows the page where a guardian types the code on paper, and then makes an account or adds the child to the own one. */
export function GuardianCodeScreen() {
  const [given] = useState(takeCode);
  const [code, setCode] = useState(given ?? '');
  const [checked, setChecked] = useState<Checked | null>(null);
  return (
    <Page title={t('guardianCode.title')}>
      {checked === null ? (
        <TypedCode code={code} onTyped={setCode} onChecked={setChecked} />
      ) : (
        <>
          <p>{t('guardianCode.for', checked)}</p>
          {getSession()?.user.rights.includes('my-children:view') ? <AddChild code={code} checked={checked} /> : <NewAccount code={code} checked={checked} />}
        </>
      )}
    </Page>
  );
}

function TypedCode({ code, onTyped, onChecked }: { code: string; onTyped: (code: string) => void; onChecked: (checked: Checked) => void }) {
  const { pending, faults, error, say, run } = useSentForm();
  const { form, focusFault } = useFaultFocus();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (code.trim() === '') {
      say('code', t('guardianCode.required'));
      return focusFault();
    }
    const checked = await run(() => api<typeof guardianCodeCheck>('POST', '/guardian-codes/check', { body: { code }, token: null }));
    if (checked) onChecked(checked);
    else focusFault();
  };
  return (
    <Grid as="form" ref={form} gap={16} onSubmit={(event) => void submit(event)} aria-label={t('guardianCode.title')} noValidate>
      <p>{t('guardianCode.about')}</p>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      <TextField
        label={t('guardianCode.code')}
        description={t('guardianCode.hint')}
        size="l"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={code}
        error={faults['code']}
        onChange={({ target }) => onTyped(target.value)}
      />
      <Button type="submit" variant="filled" size="xl" wide pending={pending}>
        {pending ? t('guardianCode.checking') : t('guardianCode.go')}
      </Button>
      <Link to="/">{t('card.toSignIn')}</Link>
    </Grid>
  );
}

function AddChild({ code, checked }: { code: string; checked: Checked }) {
  const navigate = useNavigate();
  const { pending, error, run } = useSentForm();
  const add = async () => {
    const added = await run(() => api<typeof guardianCodeRedeem>('POST', '/guardian-codes/redeem', { body: { code } }));
    if (!added) return;
    showSnack(added.message);
    await navigate({ to: '/my-children', search: { child: added.child_id }, replace: true });
  };
  return (
    <>
      <p>{t('guardianCode.signedIn', { name: getSession()?.user.name ?? '' })}</p>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      <Button variant="filled" size="xl" wide pending={pending} onClick={() => void add()}>
        {pending ? t('guardianCode.redeeming') : t('guardianCode.redeem', { child: checked.child })}
      </Button>
    </>
  );
}

const TEXTS = [
  ['first_name', 'account.field.firstName', 'given-name'],
  ['last_name', 'account.field.lastName', 'family-name'],
  ['email', 'guardian.field.email', 'username'],
] as const;

function NewAccount({ code, checked }: { code: string; checked: Checked }) {
  const navigate = useNavigate();
  const { form, focusFault } = useFaultFocus();
  const { pending, faults, error, run } = useFirstSignIn();
  const [values, setValues] = useState({ first_name: '', last_name: '', email: '', password: '' });
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) => setValues((before) => ({ ...before, [name]: event.target.value }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const device = deviceId(values.email);
    const signedIn = await run(device, () => api<typeof guardianCodeUse>('POST', '/guardian-codes/use', { body: { code, ...values, device }, token: null }));
    if (signedIn) await navigate({ to: '/my-children', replace: true });
    else focusFault();
  };
  return (
    <>
      <Grid as="form" ref={form} gap={16} onSubmit={(event) => void submit(event)} aria-label={t('guardianCode.make')} noValidate>
        {error !== null && <Notice>{errorText(error)}</Notice>}
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
          description={t('choose.hint', { min: checked.min_characters })}
          size="l"
          autoComplete="new-password"
          value={values.password}
          error={faults['password']}
          onChange={set('password')}
        />
        <Button type="submit" variant="filled" size="xl" wide pending={pending}>
          {pending ? t('guardianCode.makePending') : t('guardianCode.make')}
        </Button>
      </Grid>
      <p className={styles.choose}>
        <Link to="/" search={{ to: `/guardian-code#code=${encodeURIComponent(code)}` }}>
          {t('guardianCode.haveAccount')}
        </Link>
      </p>
    </>
  );
}
