import type { accountRoles } from '@classwright/contract/lists/access';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { DataTable, type ListState, usePagedList } from '../../../ui/data-table/index.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconBan } from '../../../ui/plain/icons.ts';
import styles from './role-page.module.css';
import { t } from '../../../base/t.ts';

interface Held {
  id: number;
  account_name: string;
  email: string;
  is_active: boolean;
}

/** Shows the people who have a role, page by page. */
export function RolePeople({ roleId }: { roleId: number }) {
  const [state, setState] = useState<ListState>({});
  const { page = 1, search_text = '' } = state;
  const list = usePagedList(['access', 'people'], { role_id: roleId, page, search_text }, async (query, signal) => {
    const { data, pagination } = await api<typeof accountRoles.endpoints.list>('GET', '/account-roles', { query, signal });
    return { data: data as unknown as Held[], pagination };
  });
  return (
    <section aria-labelledby="role-people" className={styles.part}>
      <h2 id="role-people">{t('rolePage.people')}</h2>
      <DataTable
        caption={t('rolePage.people')}
        rowKey={({ id }) => id}
        list={list}
        state={state}
        onState={setState}
        columns={[
          {
            key: 'name',
            header: t('explorer.name'),
            heading: true,
            cell: ({ account_name, is_active }) => (
              <span className={styles.person}>
                <bdi>{account_name}</bdi>
                {!is_active && <Chip icon={IconBan}>{t('rolePage.off')}</Chip>}
              </span>
            ),
          },
          { key: 'email', header: t('explorer.email'), cell: ({ email }) => email },
        ]}
        empty={
          <EmptyState compact title={t('rolePage.nobody')}>
            {t('rolePage.nobodyHint')}
          </EmptyState>
        }
      />
    </section>
  );
}
