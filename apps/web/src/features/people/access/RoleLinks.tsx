import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconUsers } from '../../../ui/plain/icons.ts';
import { LoadingPlaceholder } from '../../../ui/plain/Skeleton.tsx';
import styles from './role-page.module.css';
import { t } from '../../../base/t.ts';
import { roles } from './sources.ts';

/** Shows links to the roles, for people who may change their rights. */
export function RoleLinks({ onRole }: { onRole: (id: number) => void }) {
  const { data = [], isPending } = useQuery({ queryKey: ['access', 'roles'], queryFn: ({ signal }) => roles.load('', signal) });
  if (data.length === 0) return isPending && <LoadingPlaceholder />;
  return (
    <section aria-labelledby="role-links" className={styles.part}>
      <h2 id="role-links">{t('rolePage.choose')}</h2>
      <ul className={styles.links}>
        {data.map(({ id, name }) => (
          <li key={id}>
            <Button icon={IconUsers} onClick={() => onRole(id)}>
              <bdi>{name}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
