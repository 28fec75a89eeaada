import type { ApiClientView } from '@classwright/contract/connections/oneroster/clients';
import { momentOf } from '../../../base/dates.ts';
import { SystemCard } from '../../../ui/connected/SystemCard.tsx';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import styles from './oneroster.module.css';
import { t } from '../../../base/t.ts';

interface ClientCardProps {
  client: ApiClientView;
  mayEdit: boolean;
  onRotate: () => void;
  onRevoke: () => void;
}

/** An app with access: its rights, its last visit, and a button to revoke the access. */
export function ClientCard({ client, mayEdit, onRotate, onRevoke }: ClientCardProps) {
  const { name, school_name, client_id, scopes, created_at, created_by, last_used_at, revoked_at } = client;
  const facts = [
    { term: t('apiClients.school'), value: school_name, dir: 'auto' },
    { term: t('apiClients.clientId'), value: client_id, dir: 'ltr' },
    {
      term: t('apiClients.scopes'),
      value: (
        <ul>
          {scopes.map((scope) => (
            <li key={scope}>{t(`apiClients.scope.${scope}`)}</li>
          ))}
        </ul>
      ),
    },
    { term: t('apiClients.lastUsed'), value: last_used_at === null ? t('apiClients.neverUsed') : momentOf(last_used_at) },
  ] as const;
  const actions = (
    <>
      <AppLink to={`/oneroster?client=${client.id}`} aria-label={t('apiClients.readsOf', { name })}>
        {t('apiClients.reads')}
      </AppLink>
      {mayEdit && revoked_at === null && (
        <>
          <Button size="s" aria-label={t('apiClients.rotateOf', { name })} onClick={onRotate}>
            {t('apiClients.rotate')}
          </Button>
          <Button size="s" variant="danger" aria-label={t('apiClients.revokeOf', { name })} onClick={onRevoke}>
            {t('apiClients.revoke')}
          </Button>
        </>
      )}
    </>
  );
  return (
    <SystemCard name={name} level="h2" facts={facts} actions={actions}>
      <p className={styles.dim}>
        {revoked_at === null ? t('apiClients.since', { at: momentOf(created_at), who: created_by }) : t('apiClients.ended', { at: momentOf(revoked_at) })}
      </p>
    </SystemCard>
  );
}
