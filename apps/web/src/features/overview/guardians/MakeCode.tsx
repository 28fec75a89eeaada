import type { CallResult } from '@classwright/contract/core/endpoint';
import type { guardianCodeCreate } from '@classwright/contract/overview/guardians/calls';
import { type FormEvent, useState } from 'react';
import { api } from '../../../base/api.ts';
import { dayIn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import { useFaultFocus } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { Grid, Row, Text } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Paper } from '../../../ui/print/PrintHead.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';
import styles from './guardians.module.css';
import { useSentForm } from './use-sent-form.ts';

/** The days in which a code can be used (GUARDIAN_CODE_DAYS of the contract, whose file would bring all its schemas). */
const DAYS = 30;

/** Makes a code on paper, and shows and prints it. */
export function MakeCode({ account, onMade, onClose }: { account: { id: number } | undefined; onMade: () => void; onClose: () => void }) {
  const { form, focusFault } = useFaultFocus();
  const { pending, faults, error, run } = useSentForm();
  const [relation, setRelation] = useState('');
  const [made, setMade] = useState<CallResult<typeof guardianCodeCreate> | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const body = account === undefined ? { relation } : { account_id: account.id, relation };
    const answer = await run(() => api<typeof guardianCodeCreate>('POST', '/guardian-codes', { body }));
    if (!answer) return focusFault();
    setMade(answer);
    onMade();
  };
  if (made)
    return (
      <>
        <CodeSheet made={made} />
        <Paper>
          <CodeSheet made={made} withQr />
        </Paper>
        <Text size={14}>{t('guardian.paper.hidden')}</Text>
        <Row wrap gap={8}>
          <Button variant="filled" onClick={() => window.print()}>
            {t('guardian.print')}
          </Button>
          <Button onClick={onClose}>{t('common.close')}</Button>
        </Row>
      </>
    );
  return (
    <Grid as="form" ref={form} gap={16} wide className={styles.form} onSubmit={(event) => void submit(event)} aria-label={t('guardian.make')} noValidate>
      <Text size={14}>{t(account === undefined ? 'guardian.makeAbout' : 'guardian.makeAboutOf', { days: DAYS })}</Text>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      <TextField
        label={t('guardian.field.relation')}
        description={t('guardian.relationHint')}
        autoComplete="off"
        maxLength={60}
        value={relation}
        error={faults['relation']}
        onChange={({ target }) => setRelation(target.value)}
      />
      <Row wrap gap={8}>
        <Button type="submit" variant="filled" pending={pending}>
          {pending ? t('guardian.making') : t('guardian.make')}
        </Button>
        <Button variant="subtle" disabled={pending} onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Row>
    </Grid>
  );
}

/** Shows a code with what it is for. `withQr`: also as a picture for a phone, on paper. */
function CodeSheet({ made, withQr = false }: { made: CallResult<typeof guardianCodeCreate>; withQr?: boolean }) {
  const address = made.address.replace(/\/+$/, '');
  return (
    <Grid gap={8} bordered radius="md" className={styles.code}>
      <Text as="b" size={16} breaks>
        {t('guardian.paper.title', { child: made.child })}
      </Text>
      <Text breaks>{made.school}</Text>
      {withQr && <QrCode text={`${address}/guardian-code#code=${encodeURIComponent(made.code)}`} className={styles.qr} />}
      <code className={styles.secret} dir="ltr">
        {made.code}
      </code>
      <Text breaks>{t('guardian.paper.goTo', { address })}</Text>
      <Text breaks>{t('guardian.paper.about', { child: made.child, date: dayIn(made.expires_at, made.time_zone) })}</Text>
    </Grid>
  );
}
