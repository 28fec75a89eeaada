import { fullName } from '../../../../base/full-name.ts';
import type { SignInCard, signInCardsCreate } from '@classwright/contract/class/students/calls';
import type { CallResult } from '@classwright/contract/core/endpoint';
import { dayIn } from '../../../../base/dates.ts';
import { Grid, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import styles from './cards.module.css';
import { cardAddress, inOrder } from './in-order.ts';
import { QrCode } from '../../../../ui/QrCode.tsx';
import { t } from '../../../../base/t.ts';

/** Shows cards next to each other, to be cut out. `forPrint`: only on paper, and alone there. */
export function CardSheet({ made, forPrint = false }: { made: CallResult<typeof signInCardsCreate>; forPrint?: boolean }) {
  return (
    <ul className={forPrint ? styles.paper : styles.sheet} aria-label={t('cards.title')}>
      {inOrder(made.cards).map((card) => (
        <Card
          key={card.account_id}
          card={card}
          withQr={forPrint}
          school={made.school_name}
          address={made.address}
          until={made.expires_at && dayIn(made.expires_at, made.time_zone)}
        />
      ))}
    </ul>
  );
}

function Card({ card, school, address, until, withQr }: { card: SignInCard; withQr: boolean; school: string | null; address: string; until: string | null }) {
  const isOnce = card.kind === 'once';
  return (
    <Grid as="li" gap={4} size={13} breaks radius="md" className={styles.card}>
      {withQr && <QrCode text={cardAddress(address, card)} className={styles.qr} />}
      {(school || card.place) && (
        <Row as="span" wrap align="stretch" justify="between" tone="dimmed" className={styles.head}>
          {school && <span>{school}</span>}
          {card.place && (
            <Text as="b" tone="text" className={styles.place}>
              {card.place}
            </Text>
          )}
        </Row>
      )}
      <Text as="b" size={16}>
        {fullName(card)}
      </Text>
      <span>{card.email}</span>
      <span className={styles.secretLabel}>{t('cards.codeLabel')}</span>
      <code className={styles.secret}>{card.secret}</code>
      <span>{t(isOnce ? 'cards.goTo' : 'cards.scan', { address })}</span>
      {until && <small>{t(isOnce ? 'cards.until' : 'cards.picturesUntil', { date: until })}</small>}
    </Grid>
  );
}
