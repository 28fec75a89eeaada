import type { SeatNameView } from '@classwright/contract/lesson/seats/calls';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/plain/Button.tsx';
import { errorText } from '../../ui/plain/error-text.ts';
import { TextField } from '../../ui/plain/Field.tsx';
import { Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { t } from '../../base/t.ts';
import { SeatCard } from './SeatCard.tsx';
import styles from './SeatCard.module.css';

interface ProofProps {
  about: string;
  student: SeatNameView;
  pending: boolean;
  problem: unknown;
  onProof: (secret: string) => void;
  onOther: () => void;
}

/** The PIN of the chosen student, or the code of the sign-in card, which needs a keyboard with letters. */
export function Proof({ about, student, pending, problem, onProof, onOther }: ProofProps) {
  const [secret, setSecret] = useState('');
  const [usesCard, setUsesCard] = useState(false);
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (secret.trim() === '') return setFault(t('seats.page.pinMissing'));
    if (!pending) onProof(secret);
  };
  return (
    <SeatCard title={student.name}>
      <Text tone="dimmed">{about}</Text>
      <Stack as="form" gap={16} onSubmit={submit} noValidate>
        <TextField
          key={String(usesCard)}
          className={styles.code ?? ''}
          size="l"
          label={t(usesCard ? 'seats.page.card' : 'seats.page.pin')}
          description={t(usesCard ? 'seats.page.cardHint' : 'seats.page.pinHint')}
          value={secret}
          error={fault ?? (problem === null ? undefined : errorText(problem))}
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode={usesCard ? 'text' : 'numeric'}
          dir="ltr"
          maxLength={60}
          onChange={(event) => {
            setSecret(event.target.value);
            setFault(undefined);
          }}
        />
        <Button type="submit" variant="filled" size="xl" wide pending={pending}>
          {t('seats.page.join')}
        </Button>
      </Stack>
      <Button
        variant="link"
        onClick={() => {
          setUsesCard(!usesCard);
          setSecret('');
          setFault(undefined);
        }}
      >
        {t(usesCard ? 'seats.page.usePin' : 'seats.page.useCard')}
      </Button>
      <Button variant="link" onClick={onOther}>
        {t('seats.page.notYou')}
      </Button>
    </SeatCard>
  );
}
