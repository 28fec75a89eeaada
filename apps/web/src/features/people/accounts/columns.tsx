import { dayOf } from '../../../base/dates.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconBan, IconCircleCheck, IconLogout, IconUser } from '../../../ui/plain/icons.ts';
import { IconHistory, IconKey, IconLink, IconPencil, IconTrash } from '../../../ui/feature-icons/icons.ts';
import { Row, Text } from '../../../ui/plain/layout/layout.tsx';
import { type Column, type RowAct, RowActs } from '../../../ui/data-table/index.ts';
import styles from './accounts.module.css';
import type { Account } from './calls.ts';
import { t } from '../../../base/t.ts';

/** The actions of a row; null if this person may not use them. */
export interface RowActions {
  onEdit: ((account: Account) => void) | null;
  onDelete: ((account: Account) => void) | null;
  onLink: ((account: Account) => void) | null;
  onCard: ((account: Account) => void) | null;
  onStatus: ((account: Account) => void) | null;
  onSignOut: ((account: Account) => void) | null;
  onHistory: ((account: Account) => void) | null;
  onProfile: (account: Account) => void;
}

/** Returns the columns: full name, school, email, type, role, and the actions. */
export function accountColumns(actions: RowActions): Column<Account>[] {
  return [
    {
      key: 'full_name',
      header: t('account.field.fullName'),
      sortable: true,
      heading: true,
      cell: ({ full_name, status, has_password }) => (
        <Row as="span" inline wrap gap={10} rowGap={4} breaks className={styles.name}>
          <span data-title className={styles.fullName}>
            {full_name}
          </span>
          {!status && (
            <Chip hue="red" icon={IconBan}>
              {t('accounts.inactive')}
            </Chip>
          )}
          {status && !has_password && <Chip icon={IconKey}>{t('accounts.noPassword')}</Chip>}
        </Row>
      ),
    },
    {
      key: 'school_name',
      header: t('account.field.schoolName'),
      sortable: true,
      differs: true,
      cell: ({ school_name }) => school_name ?? t('account.allSchools'),
    },
    {
      key: 'email',
      header: t('account.field.email'),
      sortable: true,
      width: 230,
      cell: ({ email }) => (
        <Text as="span" breaks>
          {email}
        </Text>
      ),
    },
    { key: 'account_type_name', header: t('account.field.accountType'), sortable: true, nowrap: true, cell: ({ account_type_name }) => account_type_name },
    { key: 'role_name', header: t('account.field.role'), sortable: true, nowrap: true, cell: ({ role_name }) => role_name },
    {
      key: 'last_sign_in_at',
      header: t('account.field.lastSignIn'),
      sortable: true,
      nowrap: true,
      cell: ({ last_sign_in_at }) => (last_sign_in_at === null ? t('accounts.neverSignedIn') : dayOf(last_sign_in_at)),
    },
    {
      key: 'actions',
      header: t('accounts.actions'),
      align: 'end',
      nowrap: true,
      width: 190,
      card: 'aside',
      cell: (account) => <Actions account={account} {...actions} />,
    },
  ];
}

function Actions({ account, onEdit, onDelete, onLink, onCard, onStatus, onSignOut, onHistory, onProfile }: RowActions & { account: Account }) {
  const name = account.full_name;
  const entry = (words: string, icon: RowAct['icon'], run: ((account: Account) => void) | null, label = words): RowAct[] =>
    run ? [{ words, label, icon, onSelect: () => run(account) }] : [];
  return (
    <RowActs
      name={name}
      open={2}
      acts={[
        ...entry(t('act.edit'), IconPencil, onEdit, t('accounts.edit', { name })),
        ...(account.status ? entry(t('students.card'), IconKey, onCard, t('students.cardFor', { name })) : []),
        ...entry(t('accounts.profile'), IconUser, onProfile),
        ...(account.status ? entry(t('accounts.link'), IconLink, onLink) : []),
        ...entry(account.status ? t('accounts.deactivate') : t('accounts.activate'), account.status ? IconBan : IconCircleCheck, onStatus),
        ...entry(t('accounts.signOut'), IconLogout, onSignOut),
        ...entry(t('accounts.history'), IconHistory, onHistory),
        ...entry(t('act.delete'), IconTrash, onDelete, t('accounts.delete', { name })),
      ]}
    />
  );
}
