import type { linkCheck, linkUse, LinkView } from '@classwright/contract/people/accounts/links';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { deviceId } from '../../../base/device.ts';
import { useFaultFocus } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { PasswordField } from '../../../ui/plain/Field.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { FactorStep, factorNeededBy } from '../factors/index.ts';
import { CodeForm } from './CodeForm.tsx';
import { takeCode } from './code-in-address.ts';
import styles from './first-sign-in.module.css';
import { Page } from './Page.tsx';
import { PictureCardSteps } from './PictureCardSteps.tsx';
import { t } from '../../../base/t.ts';
import { useFirstSignIn } from './use-first-sign-in.ts';

/**
 * Shows the target of a one-time link, or the form for a card's code: first the person's name, then the password, or the pictures
 * of a picture card.
 */
export function ChoosePasswordScreen() {
  const [code, setCode] = useState(takeCode);
  const [typed, setTyped] = useState('');
  const [link, setLink] = useState<LinkView | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [asking, setAsking] = useState(false);
  const [tries, setTries] = useState(0);
  const show = (next: string | null) => {
    setLink(null);
    setTyped('');
    setError(null);
    setCode(next);
  };
  // the next person at a shared computer scans a card while this page is open
  useEffect(() => {
    const read = () => {
      const next = takeCode();
      if (next !== null) show(next);
    };
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
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
        if (isApiError(failure, 'LINK_REFUSED')) setCode(null);
      })
      .finally(() => !aborter.signal.aborted && setAsking(false));
    return () => aborter.abort();
  }, [code, tries]);

  if (link?.purpose === 'pictures' && code !== null)
    return (
      <PictureCardSteps
        key={`${code} ${tries}`}
        link={link}
        code={code}
        onCheck={() => {
          setLink(null);
          setTries(tries + 1);
        }}
        onOther={() => show(null)}
      />
    );
  if (link && code !== null) return <Choose link={link} code={code} />;
  return (
    <Page title={t('card.title')}>
      {asking ? (
        <p role="status">{t('choose.checking')}</p>
      ) : error !== null && code !== null ? (
        <LoadFailed error={error} onRetry={() => setTries(tries + 1)} />
      ) : (
        <>
          {error !== null && <Notice>{errorText(error)}</Notice>}
          <CodeForm typed={typed} onTyped={setTyped} onCode={setCode} />
        </>
      )}
    </Page>
  );
}

function Choose({ link, code }: { link: LinkView; code: string }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const { form, focusFault } = useFaultFocus();
  const { pending, faults, error, say, run } = useFirstSignIn();
  const enter = async () => {
    const device = deviceId(link.email);
    const signedIn = await run(device, () => api<typeof linkUse>('POST', '/auth/link', { body: { code, password, device }, token: null }));
    if (signedIn) await navigate({ to: '/home', replace: true });
    else focusFault();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (password === again) return void enter();
    say('again', t('choose.different'));
    focusFault();
  };
  const needed = factorNeededBy(error);
  if (needed)
    return (
      <Page title={t('choose.title')}>
        <p>{t('password.changed')}</p>
        <FactorStep
          needed={needed}
          email={link.email}
          remember={false}
          onDone={() => void navigate({ to: '/home', replace: true })}
          onStartOver={() => void navigate({ to: '/' })}
        />
      </Page>
    );
  return (
    <Page title={t('choose.title')}>
      <p>{t('choose.hello', { name: link.first_name, email: link.email })}</p>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      <Grid as="form" ref={form} gap={16} className={styles.form} onSubmit={submit} aria-label={t('choose.title')} noValidate>
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
      </Grid>
    </Page>
  );
}
