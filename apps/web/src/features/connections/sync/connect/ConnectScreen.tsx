import { useEffect, useState } from 'react';
import { safeReturnPath } from '../../../../base/addresses.ts';
import { getSession } from '../../../../base/session.ts';
import { useTitle } from '../../../../base/use-title.ts';
import { AppLink } from '../../../../ui/plain/AppLink.tsx';
import { buttonClasses } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { IconCheck } from '../../../../ui/plain/icons.ts';
import { Logo } from '../../../../ui/plain/Logo.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { finishConnecting } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { type Begun, takeAnswer, takeBegun } from './begun.ts';
import { ConnectButton } from './ConnectButton.tsx';
import styles from './connect.module.css';

type Outcome = { message: string; isPartly: boolean } | { problem: string };

/**
 * The page to which Google returns people after consent. It finishes the connection, reports the result and continues.
 */
export function ConnectScreen() {
  // The answer is read only once, regardless of renders, since it is valid once.
  const [{ begun, answer, isSignedIn }] = useState(() => ({ begun: takeBegun(), answer: takeAnswer(), isSignedIn: getSession() !== null }));
  const [came, setCame] = useState<Outcome | null>(null);
  const outcome: Outcome | null = !isSignedIn ? { problem: t('syncConnect.signedOut') } : begun ? came : { problem: t('syncConnect.notBegun') };
  useTitle(t('syncConnect.title'));
  useEffect(() => {
    if (!begun || !isSignedIn) return;
    finish(begun, answer).then(
      ({ message, connection }) => setCame({ message, isPartly: connection.state !== 'ok' }),
      (failure: unknown) => setCame({ problem: errorText(failure) }),
    );
  }, [begun, answer, isSignedIn]);
  const to = safeReturnPath(begun?.to) ?? '/sync';
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <Logo size={40} />
        <h1>{t('syncConnect.title')}</h1>
        {outcome === null ? (
          <p role="status">{t('syncConnect.checking')}</p>
        ) : 'problem' in outcome ? (
          <Notice>{outcome.problem}</Notice>
        ) : (
          <Notice hue={outcome.isPartly ? 'amber' : 'green'} {...(!outcome.isPartly && { icon: IconCheck })}>
            {outcome.message}
          </Notice>
        )}
        {outcome && !isSignedIn && (
          <AppLink to="/" className={buttonClasses({ variant: 'filled', wide: true })}>
            {t('syncConnect.signIn')}
          </AppLink>
        )}
        {outcome && isSignedIn && (
          <>
            {('problem' in outcome || outcome.isPartly) && <ConnectButton to={to}>{t('syncConnect.again')}</ConnectButton>}
            {'message' in outcome && !to.startsWith('/sync') && (
              <AppLink to={to} className={buttonClasses({ variant: 'filled', wide: true })}>
                {t('syncConnect.goOn')}
              </AppLink>
            )}
            <AppLink to="/sync" className={buttonClasses({ variant: 'default', wide: true })}>
              {t('syncConnect.toPage')}
            </AppLink>
          </>
        )}
      </main>
    </div>
  );
}

/** One call for each answer, although effects may run twice. */
const finishing = new Map<string, ReturnType<typeof finishConnecting>>();
function finish({ secret }: Begun, answer: string): ReturnType<typeof finishConnecting> {
  const running = finishing.get(secret) ?? finishConnecting({ answer, secret });
  finishing.set(secret, running);
  return running;
}
