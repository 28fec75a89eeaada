import type { apiClientRevoke } from '@classwright/contract/connections/oneroster/clients';
import type { incidentSubjectRemove, IncidentSubject } from '@classwright/contract/overview/incidents/calls';
import type { accountSignOut, accountStatus } from '@classwright/contract/people/accounts/calls';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { AddReader } from './AddReader.tsx';
import type { Detail } from './calls.ts';
import styles from './incidents.module.css';
import { readerFacts, readerName } from './words.ts';

type Act = 'signOut' | 'deactivate' | 'revoke' | 'remove';

const ACTS = {
  signOut: { label: 'incidents.signOut', named: 'incidents.signOutNamed', about: 'incidents.signOutAbout' },
  deactivate: { label: 'incidents.deactivate', named: 'incidents.deactivateNamed', about: 'incidents.deactivateAbout' },
  revoke: { label: 'incidents.revoke', named: 'incidents.revokeNamed', about: 'incidents.revokeAbout' },
  remove: { label: 'incidents.remove', named: 'incidents.removeNamed', about: 'incidents.removeAbout' },
} as const;

/** Shows who read, and ends their sign-ins, accounts and access. */
export function ReadersSection({ detail, isOpen, onSaved }: { detail: Detail; isOpen: boolean; onSaved: () => void }) {
  const [isAdding, setAdding] = useState(false);
  const [open, setOpen] = useState<{ act: Act; subject: IncidentSubject } | null>(null);
  const { rights } = useUser();
  const { incident, subjects } = detail;
  const run = async (act: Act, subject: IncidentSubject) => {
    showSnack((await callOf(act, incident.id, subject)).message);
    onSaved();
  };
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="readers-title">
      <h2 id="readers-title">{t('incidents.readers')}</h2>
      <p>{t('incidents.readersAbout')}</p>
      {subjects.length === 0 ? (
        <Text tone="dimmed">{t('incidents.readersNone')}</Text>
      ) : (
        <Grid as="ul" wide className={styles.rows}>
          {subjects.map((subject) => (
            <li key={subject.id}>
              <Stack shrinks>
                <b dir="auto">{readerName(subject)}</b>
                {readerFacts(subject, incident.time_zone).map((fact) => (
                  <Text key={fact} as="span" size={14} tone="dimmed">
                    {fact}
                  </Text>
                ))}
              </Stack>
              {isOpen && (
                <Row wrap gap={8}>
                  {actsOf(subject, rights).map((act) => (
                    <Button
                      key={act}
                      variant="light"
                      size="s"
                      aria-label={t(ACTS[act].named, { name: readerName(subject) })}
                      onClick={() => setOpen({ act, subject })}
                    >
                      {t(ACTS[act].label)}
                    </Button>
                  ))}
                </Row>
              )}
            </li>
          ))}
        </Grid>
      )}
      {isOpen && <Button onClick={() => setAdding(true)}>{t('incidents.add')}</Button>}
      {isAdding && <AddReader id={incident.id} timeZone={incident.time_zone} onSaved={onSaved} onClose={() => setAdding(false)} />}
      {open !== null && (
        <DeleteDialog
          title={t(ACTS[open.act].named, { name: readerName(open.subject) })}
          confirmLabel={t(ACTS[open.act].label)}
          pendingLabel={t('incidents.working')}
          onDelete={() => run(open.act, open.subject)}
          onClose={() => setOpen(null)}
        >
          <p>{t(ACTS[open.act].about, { name: readerName(open.subject) })}</p>
        </DeleteDialog>
      )}
    </Grid>
  );
}

/** Returns what the person may do about a reader now. */
function actsOf({ account_id: accountId, api_client_id: clientId, is_active: isActive, count }: IncidentSubject, rights: readonly string[]): Act[] {
  const mayEdit = accountId !== null && rights.includes('accounts:edit');
  return [
    ...(mayEdit && count > 0 ? (['signOut'] as const) : []),
    ...(mayEdit && isActive ? (['deactivate'] as const) : []),
    ...(clientId !== null && isActive && rights.includes('api-clients:edit') ? (['revoke'] as const) : []),
    'remove',
  ];
}

function callOf(act: Act, id: number, { id: subjectId, account_id: accountId, api_client_id: clientId }: IncidentSubject): Promise<{ message: string }> {
  if (act === 'signOut') return api<typeof accountSignOut>('POST', '/accounts/:id/sign-out', { params: { id: accountId ?? 0 } });
  if (act === 'deactivate') return api<typeof accountStatus>('PUT', '/accounts/:id/status', { params: { id: accountId ?? 0 }, body: { status: false } });
  if (act === 'revoke') return api<typeof apiClientRevoke>('POST', '/oneroster/clients/:id/revoke', { params: { id: clientId ?? 0 } });
  return api<typeof incidentSubjectRemove>('DELETE', '/incidents/:id/subjects/:subject_id', { params: { id, subject_id: subjectId } });
}
