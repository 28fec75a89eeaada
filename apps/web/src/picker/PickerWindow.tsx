import { useStore } from '../base/use-store.ts';
import { Button } from '../ui/plain/Button.tsx';
import { Card } from '../ui/plain/Card.tsx';
import { LogoMark } from '../ui/plain/Logo.tsx';
import { Notice } from '../ui/plain/Notice.tsx';
import styles from './PickerWindow.module.css';
import type { PickerPage, PickerScreen } from './page.ts';
import { t } from '../base/t.ts';

/** The window in which people choose files of Google Drive. Google's own picker is shown over it. */
export function PickerWindow({ page }: { page: PickerPage }) {
  const screen = useStore(page.screen);
  return (
    <main className={styles.page}>
      <Card className={styles.card}>
        <LogoMark size={40} />
        <h1>{t('drive.window.title')}</h1>
        <Words screen={screen} />
        {screen.is === 'asking' && (
          <>
            <p className={styles.about}>{t('drive.window.about')}</p>
            <Button size="l" variant="filled" wide onClick={page.connect}>
              {t('drive.window.connect')}
            </Button>
          </>
        )}
        {(screen.is === 'asking' || screen.is === 'alone' || screen.is === 'sent' || screen.is === 'failed' || screen.is === 'said') && (
          <Button size="l" wide onClick={page.close}>
            {t('drive.window.close')}
          </Button>
        )}
      </Card>
    </main>
  );
}

function Words({ screen }: { screen: PickerScreen }) {
  if (screen.is === 'failed') return <Notice>{t(screen.why === 'script' ? 'drive.scriptMissing' : 'drive.failed')}</Notice>;
  if (screen.is === 'said') return <Notice>{screen.words}</Notice>;
  if (screen.is === 'alone') return <Notice>{t('drive.window.alone')}</Notice>;
  return <p role="status">{screen.is === 'asking' ? screen.words : t(`drive.window.${screen.is}`)}</p>;
}
