import { useEffect } from 'react';
import { configStore } from '../../../base/config.ts';
import { lastSignOutReason } from '../../../base/session.ts';
import { t } from '../../../base/t.ts';
import { useMedia } from '../../../base/use-media.ts';
import { useStore } from '../../../base/use-store.ts';
import { useTitle } from '../../../base/use-title.ts';
import { Logo } from '../../../ui/plain/Logo.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { IconInfoCircle } from '../../../ui/plain/icons.ts';
import { Ribbons } from '../../../ui/plain/Ribbons.tsx';
import { DemoSignIns } from './DemoSignIns.tsx';
import { Figure } from './Figure.tsx';
import { FirstSignIn } from './FirstSignIn.tsx';
import { GoogleButtonPlace } from './GoogleButtonPlace.tsx';
import styles from './SignIn.module.css';
import { SignInForm } from './SignInForm.tsx';
import { useSignIn } from './use-sign-in.ts';

/** The sign-in page. `onShown`: the moment to preload what people open next. */
export function SignInScreen({ onShown }: { onShown: () => void }) {
  const config = useStore(configStore);
  const wide = useMedia('(min-width: 960px)');
  const signIn = useSignIn();
  useTitle(t('signIn.title'));
  useEffect(onShown, [onShown]);

  const reason = lastSignOutReason();
  return (
    <div className={styles.page}>
      <main className={styles.side}>
        <div className={styles.brand}>
          {!wide && <Ribbons />}
          <Logo size={wide ? 36 : 40} />
        </div>
        <div className={styles.middle}>
          <h1>{t('signIn.title')}</h1>
          {config?.school.name && <p className={styles.school}>{config.school.name}</p>}
          {(reason === 'expired' || reason === 'elsewhere' || reason === 'deactivated') && !signIn.error && (
            <div className={styles.reason}>
              <Notice hue={reason === 'expired' ? 'amber' : 'red'} icon={IconInfoCircle}>
                {t(`signIn.${reason}`)}
              </Notice>
            </div>
          )}
          {config?.sign_in?.set_up && (
            <div className={styles.reason}>
              <Notice hue="amber" icon={IconInfoCircle}>
                {t('signIn.setUp')}
              </Notice>
            </div>
          )}
          <SignInForm
            signIn={signIn}
            below={({ email, remember }) => (
              <>
                {config?.sign_in?.google && <GoogleButtonPlace remember={remember} />}
                <FirstSignIn email={email} />
              </>
            )}
          />
          {config && config.demo.length > 0 ? (
            <DemoSignIns people={config.demo} signIn={signIn} />
          ) : (
            !config?.sign_in?.set_up && <p className={styles.hint}>{t('signIn.noPassword')}</p>
          )}
        </div>
      </main>
      {wide && (
        <aside className={styles.panel}>
          <p className={styles.claim}>
            {t('signIn.think')}
            <br />
            {t('signIn.talk')}
            <br />
            {t('signIn.thinkAgain')}
          </p>
          <Figure />
        </aside>
      )}
    </div>
  );
}
