import type { ReactNode } from 'react';
import { Card } from '../../ui/plain/Card.tsx';
import { LogoMark } from '../../ui/plain/Logo.tsx';
import { Grid, Row } from '../../ui/plain/layout/layout.tsx';
import { Snackbar } from '../../ui/plain/Snackbar.tsx';
import styles from './SeatCard.module.css';

/** A card in the middle of a phone's page, with the title of the step. */
export function SeatCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Grid as="main" align="start" items="center" className={styles.page}>
      <Card className={styles.card}>
        <Row gap={10}>
          <LogoMark size={32} />
          <h1>{title}</h1>
        </Row>
        {children}
      </Card>
      <Snackbar />
    </Grid>
  );
}
