import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '../ui/plain/Button.tsx';
import { Card } from '../ui/plain/Card.tsx';
import type { Outbox } from '../lesson/outbox/index.ts';
import styles from './SignedOutScreen.module.css';
import { t } from '../base/t.ts';

/**
 * Shows a fault of the page itself, with a way to continue. Written text is in the outbox, which outlives the page if
 * the browser stores it.
 */
export class Broken extends Component<{ outbox: Pick<Outbox, 'keeping'>; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('The lesson’s page stopped working:', error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <main className={styles.page}>
        <Card className={styles.card} role="alert">
          <h1>{t('join.brokenTitle')}</h1>
          <p>{t(this.props.outbox.keeping.get() === 'memory' ? 'join.brokenMemory' : 'join.broken')}</p>
          <Button variant="filled" size="l" wide onClick={() => location.reload()}>
            {t('join.reload')}
          </Button>
          <Button size="l" wide onClick={() => location.assign('/home')}>
            {t('join.goHome')}
          </Button>
        </Card>
      </main>
    );
  }
}
