import { fullName } from '../../../base/full-name.ts';
import type { RewardPointView, rewardStudentGet } from '@classwright/contract/school/rewards/calls';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useUser } from '../../../base/use-user.ts';
import { type Column, DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { POINTS, undoGift } from './calls.ts';
import { pointColumns } from './columns.tsx';
import { t } from '../../../base/t.ts';

/** Shows a student's ledger, with an undo for gifts. */
export function StudentDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { rights } = useUser();
  const [page, setPage] = useState(1);
  const [asking, setAsking] = useState<RewardPointView | null>(null);
  const list = usePagedList([POINTS, 'student', id], { page }, (query, signal) =>
    api<typeof rewardStudentGet>('GET', '/reward-point/students/:id', { params: { id }, query, signal }),
  );
  const student = list.data?.student;
  const takingBack: Column<RewardPointView> = {
    key: 'actions',
    header: t('rewards.actions'),
    align: 'end',
    card: 'bare',
    cell: (row) =>
      row.gift_id !== null && (
        <Button size="s" onClick={() => setAsking(row)}>
          {t('rewards.takeBack')}
        </Button>
      ),
  };
  const name = student ? fullName(student) : '';
  return (
    <Dialog opened width={720} shape="full" title={student ? t('rewards.open', { name }) : t('rewards.title')} onClose={onClose}>
      {list.data && <p>{t('rewards.total', { count: list.data.total_points })}</p>}
      <DataTable
        withoutSearch
        caption={t('rewards.title')}
        rowKey={(row) => row.id}
        list={list}
        state={{ page }}
        onState={(to) => setPage(to.page ?? 1)}
        columns={[...pointColumns(list.data?.data ?? [], list.data?.pagination.from ?? 1), ...(rights.includes('student-points:create') ? [takingBack] : [])]}
        empty={
          <EmptyState compact title={t('rewards.none')}>
            {t('rewards.noneOfStudent')}
          </EmptyState>
        }
      />
      <ConfirmDialog
        opened={asking !== null}
        width={500}
        title={t('rewards.takeBackTitle')}
        confirmLabel={t('rewards.takeBack')}
        cancelLabel={t('common.cancel')}
        onClose={() => setAsking(null)}
        onConfirm={async () => {
          if (asking?.gift_id) showSnack(await undoGift(asking.gift_id));
        }}
      >
        {asking?.reason !== undefined && <p dir="auto">{asking.reason}</p>}
        <p>{t('rewards.takeBackHint')}</p>
      </ConfirmDialog>
    </Dialog>
  );
}
