import { Avatar } from '../../../ui/plain/Avatar.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconCheck, IconClock, IconDotsVertical } from '../../../ui/plain/icons.ts';
import { IconTrash } from '../../../ui/feature-icons/icons.ts';
import { Menu } from '../../../ui/plain/Menu.tsx';
import { Grid, Row } from '../../../ui/plain/layout/layout.tsx';
import type { Column } from '../../../ui/data-table/index.ts';
import type { Person } from './calls.ts';
import styles from './invitations.module.css';
import { nameOf } from './selected.ts';
import { t } from '../../../base/t.ts';

/** Returns the columns of people. Without `onDelete` the names are read only. */
export function peopleColumns(onDelete: ((person: Person) => void) | undefined): Column<Person>[] {
  const columns: Column<Person>[] = [
    {
      key: 'name',
      header: t('people.name'),
      heading: true,
      cell: (person) => (
        <Row as="span" inline gap={12} shrinks>
          <Avatar name={nameOf(person)} picture={person.picture} />
          <Grid as="span" shrinks breaks className={styles.words}>
            <span dir="auto">{nameOf(person)}</span>
            {person.email !== null && person.name !== '' && <small>{person.email}</small>}
          </Grid>
        </Row>
      ),
    },
    { key: 'status', header: t('people.status'), card: onDelete ? 'bare' : 'aside', cell: (person) => <Status person={person} /> },
  ];
  if (!onDelete) return columns;
  const actions: Column<Person> = {
    key: 'actions',
    header: t('people.actions'),
    align: 'end',
    nowrap: true,
    card: 'aside',
    cell: (person) =>
      person.can_remove && (
        <Menu
          label={t('people.actionsOf', { name: nameOf(person) })}
          className={styles.more}
          button={<IconDotsVertical size={20} />}
          actions={[{ label: deleteWords(person), icon: IconTrash, onSelect: () => onDelete(person) }]}
        />
      ),
  };
  return [...columns, actions];
}

const deleteWords = ({ status, role }: Person): string =>
  t(status === 0 ? 'people.deleteInvitation' : role === 'TEACHER' ? 'people.deleteTeacher' : 'people.deleteStudent');

function Status({ person: { status, account_id, is_owner } }: { person: Person }) {
  if (status === 0)
    return (
      <Chip hue="amber" icon={IconClock}>
        {t(account_id === null ? 'people.noAccount' : 'people.invited')}
      </Chip>
    );
  return (
    <Chip hue="green" icon={IconCheck}>
      {t(is_owner ? 'people.owner' : 'people.inClass')}
    </Chip>
  );
}
