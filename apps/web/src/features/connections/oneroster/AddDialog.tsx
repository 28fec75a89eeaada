import { SystemFields } from '../../../ui/connected/SystemCard.tsx';
import { API_SCOPES, type ApiScope, MAX_CLIENT_NAME_CHARACTERS } from '@classwright/contract/connections/oneroster/client-limits';
import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { type Clients, createClient } from './calls.ts';
import styles from './oneroster.module.css';
import type { Secret } from './SecretDialog.tsx';
import { t } from '../../../base/t.ts';

type Faults = Partial<Record<string, string>>;

/** The dialog that gives an app access: its name, its school, and its rights. */
export function AddDialog({ schools, onMade, onClose }: { schools: Clients['schools']; onMade: (secret: Secret) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const [school, setSchool] = useState(schools.length === 1 ? String(schools[0]?.id) : '');
  const [scopes, setScopes] = useState<readonly ApiScope[]>(['roster.readonly']);
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState<string | null>(null);
  const submit = async (): Promise<boolean> => {
    setFaults({});
    setError(null);
    try {
      const { client, client_secret } = await createClient({ name, school_id: school === '' ? undefined : Number(school), scopes: [...scopes] });
      onMade({ name: client.name, clientId: client.client_id, secret: client_secret });
      return true;
    } catch (failure) {
      if (isApiError(failure, 'VALIDATION_FAILED'))
        setFaults(Object.fromEntries(Object.entries(failure.errors).map(([field, words]) => [field.split('.')[0], words.join(' ')])));
      else setError(errorText(failure));
      return false;
    }
  };
  const tick = (scope: ApiScope, isOn: boolean) => setScopes(API_SCOPES.filter((one) => (one === scope ? isOn : scopes.includes(one))));
  return (
    <FormDialog
      opened
      width={560}
      title={t('apiClients.add')}
      submitLabel={t('apiClients.create')}
      dirty={name !== ''}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{error}</Notice>}
    >
      <SystemFields>
        <TextField
          label={t('apiClients.name')}
          description={t('apiClients.nameHint')}
          value={name}
          maxLength={MAX_CLIENT_NAME_CHARACTERS}
          error={faults['name']}
          onChange={({ target }) => setName(target.value)}
        />
        {schools.length !== 1 && (
          <SelectField
            label={t('apiClients.school')}
            value={school}
            error={faults['school_id']}
            onChange={({ target }) => setSchool(target.value)}
            options={[{ value: '', label: t('apiClients.school.choose') }, ...schools.map(({ id, name: words }) => ({ value: String(id), label: words }))]}
          />
        )}
        <fieldset className={styles.scopes} aria-describedby={faults['scopes'] ? 'scopes-fault' : undefined}>
          <legend>{t('apiClients.scopes')}</legend>
          {API_SCOPES.map((scope) => (
            <label key={scope} className={styles.scope}>
              <input type="checkbox" checked={scopes.includes(scope)} onChange={({ target }) => tick(scope, target.checked)} />
              <span>{t(`apiClients.scope.${scope}`)}</span>
              <small>{t(`apiClients.scope.${scope}.about`)}</small>
            </label>
          ))}
          {faults['scopes'] && (
            <p id="scopes-fault" role="alert" className={styles.fault}>
              {faults['scopes']}
            </p>
          )}
        </fieldset>
      </SystemFields>
    </FormDialog>
  );
}
