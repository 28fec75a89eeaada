import { useStore } from '../base/use-store.ts';
import { Button } from '../ui/plain/Button.tsx';
import { Card } from '../ui/plain/Card.tsx';
import { LogoMark } from '../ui/plain/Logo.tsx';
import { Notice } from '../ui/plain/Notice.tsx';
import { standingOf, type Outbox } from '../lesson/outbox/index.ts';
import styles from './SignedOutScreen.module.css';
import { t } from '../base/t.ts';
import { ways } from './ways.ts';

/** Shows that another device took over: the server's message in red, while written text is still being delivered. */
export function SignedOutScreen({ message, outbox }: { message: string; outbox: Outbox }) {
  const keeping = useStore(outbox.keeping);
  const isWaiting = useStore(outbox.items).some((item) => standingOf(item) === 'waiting');
  return (
    <main className={styles.page}>
      <Card className={styles.card}>
        <LogoMark size={40} />
        <Notice>
          <p>{message}</p>
        </Notice>
        {isWaiting && <p role="status">{t('join.delivering')}</p>}
        {isWaiting && <p className={styles.rest}>{t(keeping === 'memory' ? 'join.undeliveredMemory' : 'join.undelivered')}</p>}
        <Button size="l" wide onClick={() => ways.toSignIn({ reason: 'elsewhere', message })}>
          {t('join.toSignIn')}
        </Button>
      </Card>
    </main>
  );
}
