import type { guardianAdd } from '@classwright/contract/overview/guardians/calls';
import { type FormEvent, useState } from 'react';
import { api } from '../../../base/api.ts';
import { copyText } from '../../../base/copy-text.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { useFaultFocus } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { Grid, Row, Text } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import styles from './guardians.module.css';
import { useSentForm } from './use-sent-form.ts';

const FIELDS = [
  ['email', 'guardian.field.email', 'email'],
  ['relation', 'guardian.field.relation', 'text'],
  ['first_name', 'account.field.firstName', 'text'],
  ['last_name', 'account.field.lastName', 'text'],
] as const;
const HINTS = { email: undefined, relation: 'guardian.relationHint', first_name: 'guardian.nameHint', last_name: 'guardian.nameHint' } as const;

/** Adds a guardian by email address. A new one gets an account, whose link is shown once. */
export function AddGuardian({ accountId, onAdded, onClose }: { accountId: number; onAdded: () => void; onClose: () => void }) {
  const { form, focusFault } = useFaultFocus();
  const { pending, faults, error, run } = useSentForm();
  const [values, setValues] = useState({ email: '', relation: '', first_name: '', last_name: '' });
  const [url, setUrl] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const added = await run(() => api<typeof guardianAdd>('POST', '/guardians', { body: { account_id: accountId, ...values } }));
    if (!added) return focusFault();
    showSnack(added.message);
    onAdded();
    if (added.url === null) onClose();
    else setUrl(added.url);
  };
  if (url !== null)
    return (
      <Grid gap={12} wide className={styles.form}>
        <TextField label={t('guardian.link')} description={t('guardian.linkAbout')} value={url} readOnly onFocus={({ target }) => target.select()} />
        <Row wrap gap={8}>
          <Button variant="filled" onClick={() => void copyText(url).then((isDone) => showSnack(t(isDone ? 'link.copied' : 'link.notCopied')))}>
            {t('guardian.copyLink')}
          </Button>
          <Button onClick={onClose}>{t('common.close')}</Button>
        </Row>
      </Grid>
    );
  return (
    <Grid as="form" ref={form} gap={16} wide className={styles.form} onSubmit={(event) => void submit(event)} aria-label={t('guardian.add')} noValidate>
      <Text size={14}>{t('guardian.addAbout')}</Text>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      {FIELDS.map(([name, label, type]) => (
        <TextField
          key={name}
          label={t(label)}
          description={HINTS[name] && t(HINTS[name])}
          type={type}
          autoComplete="off"
          value={values[name]}
          error={faults[name]}
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        />
      ))}
      <Row wrap gap={8}>
        <Button type="submit" variant="filled" pending={pending}>
          {pending ? t('guardian.addPending') : t('guardian.add')}
        </Button>
        <Button variant="subtle" disabled={pending} onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Row>
    </Grid>
  );
}
