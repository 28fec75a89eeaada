import type { linkCheck, linkUse, LinkView } from '@classwright/contract/account-links';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { api } from '../../app/api.ts';
import { deviceId } from '../../app/session.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { errorText } from '../../ui/plain/error-text.ts';
import { PasswordField } from '../../ui/plain/Field.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';
import { CodeForm } from './CodeForm.tsx';
import { takeCode } from './code-in-address.ts';
import styles from './first-sign-in.module.css';
import { Page } from './Page.tsx';
import { t } from './t.ts';
import { useFirstSignIn } from './use-first-sign-in.ts';

/** Where a one-time link leads, and where the code of a card is typed in: whose it is, then a password. */
export function ChoosePasswordScreen() {
  const [code, setCode] = useState(takeCode);
  const [link, setLink] = useState<LinkView | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (code === null) return undefined;
    const aborter = new AbortController();
    setAsking(true);
    setError(null);
    api<typeof linkCheck>('POST', '/auth/link/check', { body: { code }, token: null, signal: aborter.signal })
      .then((answer) => setLink(answer.link))
      .catch((failure: unknown) => {
        if (aborter.signal.aborted) return;
        setError(failure);
        setCode(null);
      })
      .finally(() => !aborter.signal.aborted && setAsking(false));
    return () => aborter.abort();
  }, [code]);

  if (link && code !== null) return <Choose link={link} code={code} />;
  return (
    <Page title={t('card.title')}>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      {asking ? <p role="status">{t('choose.checking')}</p> : <CodeForm onCode={setCode} />}
    </Page>
  );
}

function Choose({ link, code }: { link: LinkView; code: string }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const { pending, faults, error, say, run } = useFirstSignIn();
  const enter = async (chosen: string | undefined) => {
    const signedIn = await run(() =>
      api<typeof linkUse>('POST', '/auth/link', { body: { code, ...(chosen === undefined ? {} : { password: chosen }), device: deviceId() }, token: null }),
    );
    if (signedIn) await navigate({ to: '/home', replace: true });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== again) say('again', t('choose.different'));
    else if (!pending) void enter(password);
  };
  return (
    <Page title={t('choose.title')}>
      <p>{t('choose.hello', { name: link.first_name, email: link.email })}</p>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      <form className={styles.form} onSubmit={submit} aria-label={t('choose.title')} noValidate>
        <input type="text" autoComplete="username" value={link.email} readOnly hidden />
        <fieldset disabled={pending}>
          <PasswordField
            label={t('password.new')}
            description={t('choose.hint', { min: link.min_characters })}
            autoComplete="new-password"
            size="l"
            value={password}
            error={faults['password']}
            onChange={(event) => setPassword(event.target.value)}
          />
          <PasswordField
            label={t('choose.again')}
            autoComplete="new-password"
            size="l"
            value={again}
            error={faults['again']}
            onChange={(event) => setAgain(event.target.value)}
          />
        </fieldset>
        <Button type="submit" variant="filled" size="xl" wide pending={pending}>
          {t('choose.submit')}
        </Button>
      </form>
      {link.password_optional && (
        <>
          <Button variant="subtle" disabled={pending} onClick={() => void enter(undefined)}>
            {t('choose.without')}
          </Button>
          <p className={styles.quiet}>{t('choose.withoutHint')}</p>
        </>
      )}
    </Page>
  );
}
