import type { holdCreate, holdEnd, holdRenew, HoldView } from '@classwright/contract/overview/retention/calls';
import { useState } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { dayOn } from '../../../base/dates.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { type Choice, ChoiceField, DateField, Segments } from '../../../ui/form/index.ts';
import { people } from '../../../ui/form/people.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { classes, type Retention } from './calls.ts';
import styles from './retention.module.css';

type Open = { kind: 'add' } | { kind: 'renew' | 'end'; hold: HoldView };

/** Shows the holds of a school, and makes, renews and ends them. */
export function HoldsSection({ retention, mayEdit, onSaved }: { retention: Retention; mayEdit: boolean; onSaved: () => void }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const end = async ({ id }: HoldView) => {
    showSnack((await api<typeof holdEnd>('POST', '/retention/holds/:id/end', { params: { id } })).message);
    onSaved();
  };
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="holds-title">
      <h2 id="holds-title">{t('retention.holds.title')}</h2>
      <p>{t('retention.holds.about')}</p>
      {retention.holds.length === 0 ? (
        <Text tone="dimmed">{t('retention.holds.none')}</Text>
      ) : (
        <Grid as="ul" wide className={styles.holds}>
          {retention.holds.map((hold) => (
            <li key={hold.id}>
              <Stack shrinks>
                <b dir="auto">{hold.name}</b>
                <span>{t('retention.holds.until', { date: dayOn(hold.until), reason: hold.reason })}</span>
                {hold.made_by !== null && (
                  <Text as="span" size={14} tone="dimmed">
                    {t('retention.holds.by', { name: hold.made_by })}
                  </Text>
                )}
              </Stack>
              {mayEdit && (
                <Row gap={8}>
                  <Button variant="light" aria-label={t('retention.holds.renewNamed', { name: hold.name })} onClick={() => setOpen({ kind: 'renew', hold })}>
                    {t('retention.holds.renew')}
                  </Button>
                  <Button variant="light" aria-label={t('retention.holds.endNamed', { name: hold.name })} onClick={() => setOpen({ kind: 'end', hold })}>
                    {t('retention.holds.end')}
                  </Button>
                </Row>
              )}
            </li>
          ))}
        </Grid>
      )}
      {mayEdit && <Button onClick={() => setOpen({ kind: 'add' })}>{t('retention.holds.add')}</Button>}
      {open?.kind === 'add' && <AddDialog onSaved={onSaved} onClose={close} />}
      {open?.kind === 'renew' && <RenewDialog hold={open.hold} onSaved={onSaved} onClose={close} />}
      {open?.kind === 'end' && (
        <DeleteDialog
          title={t('retention.holds.endNamed', { name: open.hold.name })}
          confirmLabel={t('retention.holds.end')}
          pendingLabel={t('retention.holds.ending')}
          onDelete={() => end(open.hold)}
          onClose={close}
        >
          <p>{t('retention.holds.endAbout', { name: open.hold.name })}</p>
        </DeleteDialog>
      )}
    </Grid>
  );
}

const faultsOf = (error: unknown): Partial<Record<string, readonly string[]>> => (isApiError(error, 'VALIDATION_FAILED') ? error.errors : {});
const isOther = (error: unknown): boolean => error !== null && !isApiError(error, 'VALIDATION_FAILED');

function AddDialog({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const [kind, setKind] = useState<'person' | 'class'>('person');
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const [error, setError] = useState<unknown>(null);
  const faults = faultsOf(error);
  const save = async (): Promise<boolean> => {
    setError(null);
    try {
      const what = kind === 'person' ? { account_id: chosen?.id ?? null } : { course_id: chosen?.id ?? null };
      showSnack((await api<typeof holdCreate>('POST', '/retention/holds', { body: { ...what, reason, until } })).message);
      onSaved();
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t('retention.holds.add')}
      onClose={onClose}
      onSubmit={save}
      dirty={chosen !== null || reason !== '' || until !== ''}
      submitLabel={t('retention.holds.save')}
      error={isOther(error) && <Notice assertive>{errorText(error)}</Notice>}
    >
      <Segments
        label={t('retention.field.what')}
        value={kind}
        segments={[
          { value: 'person', label: t('retention.field.person') },
          { value: 'class', label: t('retention.field.class') },
        ]}
        onChange={(next) => {
          setKind(next);
          setChosen(null);
        }}
      />
      <ChoiceField
        key={kind}
        label={t(`retention.field.${kind}`)}
        source={kind === 'person' ? people : classes}
        value={chosen === null ? [] : [chosen]}
        error={(faults.account_id ?? faults.course_id)?.join(' ')}
        onChange={([next]) => setChosen(next ?? null)}
      />
      <TextField
        label={t('retention.field.reason')}
        value={reason}
        maxLength={500}
        error={faults.reason?.join(' ')}
        onChange={(event) => setReason(event.target.value)}
      />
      <DateField label={t('retention.field.until')} value={until} error={faults.until?.join(' ')} onChange={(event) => setUntil(event.target.value)} />
    </FormDialog>
  );
}

function RenewDialog({ hold, onSaved, onClose }: { hold: HoldView; onSaved: () => void; onClose: () => void }) {
  const [until, setUntil] = useState(hold.until);
  const [error, setError] = useState<unknown>(null);
  const save = async (): Promise<boolean> => {
    setError(null);
    try {
      showSnack((await api<typeof holdRenew>('POST', '/retention/holds/:id/renew', { params: { id: hold.id }, body: { until } })).message);
      onSaved();
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t('retention.holds.renewNamed', { name: hold.name })}
      onClose={onClose}
      onSubmit={save}
      dirty={until !== hold.until}
      submitLabel={t('retention.holds.renew')}
      error={isOther(error) && <Notice assertive>{errorText(error)}</Notice>}
    >
      <DateField label={t('retention.field.until')} value={until} error={faultsOf(error).until?.join(' ')} onChange={(event) => setUntil(event.target.value)} />
    </FormDialog>
  );
}
