import type { accessCallers } from '@classwright/contract/people/access/calls';
import type { CallResult } from '@classwright/contract/core/endpoint';
import type { UseQueryResult } from '@tanstack/react-query';
import { DataTable, type ListState } from '../../../ui/data-table/index.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { IconUsers } from '../../../ui/plain/icons.ts';
import { IconWorld } from '../../../ui/feature-icons/icons.ts';
import styles from './access.module.css';
import { t } from '../../../base/t.ts';

type Answer = CallResult<typeof accessCallers>;

/** Shows the roles, and then the people, who can make a call. */
export function Callers({ query, state, onState }: { query: UseQueryResult<Answer>; state: ListState; onState: (state: ListState) => void }) {
  const { data } = query;
  return (
    <section aria-labelledby="callers" className={styles.part}>
      <h2 id="callers">{t('explorer.callers')}</h2>
      {data && (
        <p className={styles.operation}>
          <strong>{data.operation.summary}</strong>{' '}
          <code>
            {data.operation.method} {data.operation.path}
          </code>
        </p>
      )}
      {data?.everybody ? (
        <Notice hue="blue" icon={IconWorld}>
          {data.sentence}
        </Notice>
      ) : (
        <>
          {data && (
            <div className={styles.sentence}>
              <p>{data.sentence}</p>
              <span className={styles.chips}>
                {data.roles.map(({ id, name, accounts }) => (
                  <Chip key={id} hue="violet" icon={IconUsers}>
                    {t('explorer.rolesWithCount', { name, count: accounts })}
                  </Chip>
                ))}
              </span>
            </div>
          )}
          <DataTable
            caption={t('explorer.callers')}
            rowKey={({ id }) => id}
            list={query}
            state={state}
            onState={onState}
            columns={[
              { key: 'name', header: t('explorer.name'), cell: ({ name }) => name },
              { key: 'email', header: t('explorer.email'), cell: ({ email }) => email },
              { key: 'roles', header: t('explorer.roles'), cell: ({ roles }) => roles.join(', ') },
            ]}
            empty={
              <EmptyState compact title={t('explorer.noCallers')}>
                {t('explorer.noCallersHint')}
              </EmptyState>
            }
          />
        </>
      )}
    </section>
  );
}
