import type { authGoogleFinish } from '@classwright/contract/people/sign-in/calls';
import type { FactorNeeded } from '@classwright/contract/people/sign-in/factors';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../../../base/api.ts';
import { deviceId, keepDeviceId } from '../../../base/device.ts';
import { signIn } from '../../../base/session.ts';
import { useTitle } from '../../../base/use-title.ts';
import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Logo } from '../../../ui/plain/Logo.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Ribbons } from '../../../ui/plain/Ribbons.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { FactorStep, factorNeededBy } from '../factors/index.ts';
import { type StartedSignIn, takeAnswer, takeStartedSignIn } from './started-sign-in.ts';
import { GoogleButton } from './GoogleButton.tsx';
import styles from './google.module.css';
import { t } from '../../../base/t.ts';

/**
 * Shows the page to which Google sends people back: it signs in with Google's response, or shows the error and its
 * remedy.
 */
export function GoogleSignInScreen() {
  const navigate = useNavigate();
  // read once, regardless of rerenders: a response is valid once
  const [{ begun, answer }] = useState(() => ({ begun: takeStartedSignIn(), answer: takeAnswer() }));
  const [problem, setProblem] = useState<string | null>(begun ? null : t('google.notBegun'));
  const [needed, setNeeded] = useState<FactorNeeded | null>(null);
  useTitle(t('google.title'));
  useEffect(() => {
    if (!begun) return;
    finish(begun, answer).then(
      () => goOn(navigate, begun),
      (failure: unknown) => {
        setNeeded(factorNeededBy(failure));
        setProblem(errorText(failure));
      },
    );
  }, [begun, answer, navigate]);
  return (
    <Grid items="center" ground="surface" className={styles.page}>
      <Grid as="main" gap={16} wide className={styles.main}>
        <div className={styles.brand}>
          <Ribbons />
          <Logo size={40} />
        </div>
        <h1>{t('google.title')}</h1>
        {begun && needed ? (
          <FactorStep needed={needed} email={GOOGLE} remember={begun.remember} onDone={() => void goOn(navigate, begun)} onStartOver={() => setNeeded(null)} />
        ) : problem === null ? (
          <p role="status">{t('google.checking')}</p>
        ) : (
          <>
            <Notice>{problem}</Notice>
            <GoogleButton remember={begun?.remember ?? false} to={begun?.to} words={t('google.again')} />
            <Link to="/" search={begun?.to === undefined ? {} : { to: begun.to }} className={buttonClasses({ variant: 'subtle', size: 'l', wide: true })}>
              {t('google.otherWay')}
            </Link>
          </>
        )}
      </Grid>
    </Grid>
  );
}

const goOn = (navigate: ReturnType<typeof useNavigate>, { to }: StartedSignIn) => navigate({ to: '/', search: to === undefined ? {} : { to }, replace: true });

/** The placeholder for an address that only Google's response contains. */
const GOOGLE = 'google';

/** The calls by response, so that each is made once although effects may run twice. */
const finishing = new Map<string, Promise<void>>();
function finish(begun: StartedSignIn, answer: string): Promise<void> {
  const running = finishing.get(begun.secret) ?? signInWith(begun, answer);
  finishing.set(begun.secret, running);
  return running;
}

async function signInWith({ secret, remember }: StartedSignIn, answer: string): Promise<void> {
  const device = deviceId(GOOGLE);
  const body = { answer, secret, device };
  const { user, api_token } = await api<typeof authGoogleFinish>('POST', '/auth/google/finish', { body, token: null });
  keepDeviceId(GOOGLE, device); // the person is known only after the return
  keepDeviceId(user.email, device);
  signIn(api_token, user, { remember });
}
