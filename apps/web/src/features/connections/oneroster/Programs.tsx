import type { ApiClientView } from '@classwright/contract/connections/oneroster/clients';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openDownload } from '../../../base/open-download.ts';
import { queryClient } from '../../../base/query-client.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useUser } from '../../../base/use-user.ts';
import { SystemCards } from '../../../ui/connected/SystemCard.tsx';
import { IconDownload } from '../../../ui/feature-icons/icons.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconPlus } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { Skeleton } from '../../../ui/plain/Skeleton.tsx';
import { AddDialog } from './AddDialog.tsx';
import { ClientCard } from './ClientCard.tsx';
import { type Clients, listClients, restoreClient, revokeClient, rotateSecret } from './calls.ts';
import styles from './oneroster.module.css';
import { type Secret, SecretDialog } from './SecretDialog.tsx';
import { t } from '../../../base/t.ts';

const KEY = ['oneroster', 'clients'];
const reload = () => queryClient.invalidateQueries({ queryKey: ['oneroster'] });

type Asked = { kind: 'add' } | { kind: 'rotate' | 'revoke'; client: ApiClientView };

/** Lists the apps with access and their rights, and offers the same data as files. */
export function Programs() {
  const { rights } = useUser();
  const mayEdit = rights.includes('api-clients:edit');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const clients = useQuery({ queryKey: KEY, queryFn: ({ signal }) => listClients(signal) });
  const { data } = clients;
  const close = () => setAsked(null);
  const show = (made: Secret) => {
    setSecret(made);
    void reload();
  };
  const rotate = async ({ id }: ApiClientView) => {
    const { client, client_secret } = await rotateSecret(id);
    show({ name: client.name, clientId: client.client_id, secret: client_secret });
  };
  const revoke = async ({ id }: ApiClientView) => {
    const { message } = await revokeClient(id);
    const undo = async () => {
      const { message: words } = await restoreClient(id);
      await reload();
      return words;
    };
    showSnack(message, { undo });
    await reload();
  };
  const add = (
    <Button variant="filled" icon={IconPlus} onClick={() => setAsked({ kind: 'add' })}>
      {t('apiClients.add')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('apiClients.title')} sub={t('apiClients.about')} actions={mayEdit && data && data.data.length > 0 ? add : undefined} />
      {clients.isError && !data ? (
        <LoadFailed error={clients.error} onRetry={() => void clients.refetch()} pending={clients.isFetching} />
      ) : !data ? (
        <Skeleton height={220} />
      ) : data.data.length === 0 ? (
        <EmptyState title={t('apiClients.none')} action={mayEdit ? add : undefined}>
          {t('apiClients.noneHint')}
        </EmptyState>
      ) : (
        <SystemCards
          systems={data.data}
          card={(client) => (
            <ClientCard
              client={client}
              mayEdit={mayEdit}
              onRotate={() => setAsked({ kind: 'rotate', client })}
              onRevoke={() => setAsked({ kind: 'revoke', client })}
            />
          )}
        />
      )}
      {mayEdit && data && data.schools.length > 0 && <Export schools={data.schools} />}
      {asked?.kind === 'add' && data && <AddDialog schools={data.schools} onMade={show} onClose={close} />}
      {asked?.kind === 'rotate' && (
        <ConfirmDialog
          opened
          danger
          width={500}
          title={t('apiClients.rotate')}
          confirmLabel={t('apiClients.rotate')}
          cancelLabel={t('common.cancel')}
          onClose={close}
          onConfirm={() => rotate(asked.client)}
        >
          {t('apiClients.rotateAsk', { name: asked.client.name })}
        </ConfirmDialog>
      )}
      {asked?.kind === 'revoke' && (
        <DeleteDialog title={t('apiClients.revoke')} confirmLabel={t('apiClients.revoke')} onClose={close} onDelete={() => revoke(asked.client)}>
          {t('apiClients.revokeAsk', { name: asked.client.name })}
        </DeleteDialog>
      )}
      {secret && data && <SecretDialog secret={secret} addresses={{ service: data.service_url, token: data.token_url }} onClose={() => setSecret(null)} />}
    </>
  );
}

/** Exports the same data for apps that take files. It is for one school, chosen if there are several. */
function Export({ schools }: { schools: Clients['schools'] }) {
  const [school, setSchool] = useState(String(schools[0]?.id));
  const download = () =>
    openDownload(`/api/export/oneroster?school_id=${school}`).catch((error: unknown) => showSnack(errorText(error), { color: 'red', timeout: 10_000 }));
  return (
    <div className={styles.tools}>
      <p>{t('apiClients.exportAbout')}</p>
      {schools.length > 1 && (
        <SelectField
          label={t('apiClients.school')}
          value={school}
          onChange={({ target }) => setSchool(target.value)}
          options={schools.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <Button icon={IconDownload} onClick={() => void download()}>
        {t('apiClients.export')}
      </Button>
    </div>
  );
}
