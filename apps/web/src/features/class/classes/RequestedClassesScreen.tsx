import type { ManyDone } from '@classwright/contract/core/list-endpoints';
import { requestedClasses } from '@classwright/contract/lists/requested-class';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dayOf } from '../../../base/dates.ts';
import { queryClient } from '../../../base/query-client.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useUser } from '../../../base/use-user.ts';
import type { Column } from '../../../ui/data-table/index.ts';
import { RefusedRows } from '../../../ui/data-table/RefusedRows.tsx';
import { SelectField, TextArea } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Grid, Row } from '../../../ui/plain/layout/layout.tsx';
import { ListScreen, type Row as ListRow } from '../../school/lists/index.ts';
import styles from './lists.module.css';
import type { requestedClassApproveMany, requestedClassDeclineMany, requestedClassReopenMany } from '@classwright/contract/class/classes/requested';
import { api } from '../../../base/api.ts';
import { t } from '../../../base/t.ts';
import { useOneField } from './use-one-field.ts';

const approveRequests = (ids: readonly number[]): Promise<ManyDone> =>
  api<typeof requestedClassApproveMany>('POST', '/requested/classes/approve-many', { body: { ids: [...ids] } });
const declineRequests = (ids: readonly number[], reason: string): Promise<ManyDone> =>
  api<typeof requestedClassDeclineMany>('POST', '/requested/classes/decline-many', { body: { ids: [...ids], reason } });
const reopenRequests = (ids: readonly number[]): Promise<ManyDone> =>
  api<typeof requestedClassReopenMany>('POST', '/requested/classes/reopen-many', { body: { ids: [...ids] } });

type Action = 'view' | 'create' | 'edit' | 'delete' | 'approve';
const STATUSES = ['pending', 'approved', 'declined'] as const;
const HUES = { pending: 'amber', approved: 'green', declined: 'red' } as const;
const statusOf = ({ status }: ListRow): keyof typeof HUES => (status === 'approved' || status === 'declined' ? status : 'pending');

/** Shows classes that teachers have requested: the status of each, and for administrators the decision. */
export function RequestedClassesScreen() {
  const { rights } = useUser();
  const may = (action: Action) => rights.includes(`${requestedClasses.resource}:${action}`);
  const [declining, setDeclining] = useState<readonly number[] | null>(null);
  const [refused, setRefused] = useState<ManyDone['refused']>([]);
  const [isBusy, setBusy] = useState(false);
  const changed = () => queryClient.invalidateQueries({ queryKey: ['list', requestedClasses.name] });
  const finish = (done: ManyDone, undo?: () => Promise<string>) => {
    setRefused(done.refused);
    if (done.ids.length > 0) showSnack(done.message, undo ? { undo } : {});
    void Promise.all([changed(), queryClient.invalidateQueries({ queryKey: ['courses'] })]);
  };
  const decide = async (call: (ids: readonly number[]) => Promise<ManyDone>, ids: readonly number[]) => {
    setBusy(true);
    try {
      finish(await call(ids));
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setBusy(false);
    }
  };
  const onDeclined = (done: ManyDone) =>
    finish(done, async () => {
      const { message } = await reopenRequests(done.ids);
      await changed();
      return message;
    });
  const decision: Column<ListRow> = {
    key: 'status',
    header: t('requests.status'),
    cell: (row) => (
      <Decision
        row={row}
        mayDecide={may('approve')}
        isBusy={isBusy}
        onApprove={(id) => void decide(approveRequests, [id])}
        onDecline={(id) => setDeclining([id])}
        onReopen={(id) => void decide(reopenRequests, [id])}
      />
    ),
  };
  return (
    <>
      {refused.length > 0 && <RefusedRows words={t('requests.refused', { count: refused.length })} rows={refused} />}
      <ListScreen
        list={requestedClasses}
        may={may}
        further={[decision]}
        isChangeable={(row) => statusOf(row) === 'pending'}
        ownFilter={(filters, onFilters) => (
          <SelectField
            label={t('requests.status')}
            value={String(filters['status'] ?? '')}
            options={[{ value: '', label: t('requests.status.all') }, ...STATUSES.map((value) => ({ value, label: t(`requests.status.${value}`) }))]}
            onChange={({ target }) => {
              const { status: _before, ...others } = filters;
              onFilters(target.value === '' ? others : { ...others, status: target.value });
            }}
          />
        )}
        bulk={
          may('approve')
            ? (ids) => (
                <>
                  <Button size="s" disabled={isBusy} onClick={() => void decide(approveRequests, ids)}>
                    {t('requests.approve')}
                  </Button>
                  <Button size="s" disabled={isBusy} onClick={() => setDeclining(ids)}>
                    {t('requests.decline')}
                  </Button>
                </>
              )
            : undefined
        }
      />
      {declining && <DeclineDialog ids={declining} onClose={() => setDeclining(null)} onDeclined={onDeclined} />}
    </>
  );
}

interface DecisionProps {
  row: ListRow;
  mayDecide: boolean;
  isBusy: boolean;
  onApprove: (id: number) => void;
  onDecline: (id: number) => void;
  onReopen: (id: number) => void;
}

/** Shows the result of a request, with the reason and the person; while it waits, the two buttons to decide. */
function Decision({ row, mayDecide, isBusy, onApprove, onDecline, onReopen }: DecisionProps) {
  const status = statusOf(row);
  const name = String(row['name'] ?? '');
  const [by, at, reason, courseId] = [row['decided_by_name'], row['decided_at'], row['reason'], row['course_id']];
  return (
    <Grid gap={4} items="start" className={styles.decision}>
      <Chip hue={HUES[status]}>{t(`requests.status.${status}`)}</Chip>
      {typeof reason === 'string' && reason !== '' && <small dir="auto">{t('requests.because', { reason })}</small>}
      {typeof by === 'string' && typeof at === 'string' && <small>{t('requests.decidedBy', { name: by, date: dayOf(at) })}</small>}
      {typeof courseId === 'number' && (
        <Link to={`/class-details/${courseId}` as '/home'} aria-label={t('requests.openClassRow', { name })}>
          {t('requests.openClass')}
        </Link>
      )}
      {status === 'pending' && mayDecide && (
        <Row as="span" wrap gap={8} align="stretch">
          <Button size="s" variant="light" disabled={isBusy} aria-label={t('requests.approveRow', { name })} onClick={() => onApprove(row.id)}>
            {t('requests.approve')}
          </Button>
          <Button size="s" disabled={isBusy} aria-label={t('requests.declineRow', { name })} onClick={() => onDecline(row.id)}>
            {t('requests.decline')}
          </Button>
        </Row>
      )}
      {status === 'declined' && mayDecide && (
        <Row as="span" wrap gap={8} align="stretch">
          <Button size="s" disabled={isBusy} aria-label={t('requests.reopenRow', { name })} onClick={() => onReopen(row.id)}>
            {t('requests.reopen')}
          </Button>
        </Row>
      )}
    </Grid>
  );
}

function DeclineDialog({ ids, onClose, onDeclined }: { ids: readonly number[]; onClose: () => void; onDeclined: (done: ManyDone) => void }) {
  const reason = useOneField({ field: 'reason', save: (typed) => declineRequests(ids, typed), onSaved: onDeclined });
  return (
    <FormDialog
      opened
      title={t('requests.decline.title', { count: ids.length })}
      onClose={onClose}
      onSubmit={reason.submit}
      dirty={reason.isDirty}
      submitLabel={t('requests.decline')}
      pendingLabel={t('requests.decline.pending')}
    >
      <TextArea
        label={t('requests.decline.reason')}
        description={t('requests.decline.hint')}
        value={reason.value}
        error={reason.fault}
        onChange={({ target }) => reason.type(target.value)}
      />
    </FormDialog>
  );
}
