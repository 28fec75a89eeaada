import {
  MAX_SOURCE_ADDRESS,
  MAX_SOURCE_CREDENTIAL,
  MAX_SOURCE_NAME,
  ROSTER_SOURCE_NIGHTS,
  ROSTER_SOURCE_SCHEDULES,
  ROSTER_SOURCE_VERSIONS,
} from '@classwright/contract/connections/rosters/source-limits';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { useUser } from '../../../../base/use-user.ts';
import { SystemFields } from '../../../../ui/connected/SystemCard.tsx';
import { SelectField, SwitchField } from '../../../../ui/form/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { PasswordField, TextField } from '../../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { IconAlertTriangle, IconCircleCheck } from '../../../../ui/plain/icons.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { createSource, type Source, type SourceSettings, testSource, updateSource } from './calls.ts';
import { Grid } from '../../../../ui/plain/layout/layout.tsx';
import { t } from '../../../../base/t.ts';

interface DialogProps {
  /** Null for a new one. */
  source: Source | null;
  schools: readonly { id: number; name: string }[];
  onSaved: (message: string) => void;
  onClose: () => void;
}

interface Tested {
  ok: boolean;
  message: string;
  schools: readonly { id: string; name: string }[];
}

const EMPTY = { name: '', service_url: '', token_url: '', version: '1.2', client_id: '', org_id: '', schedule: 'off', night_does: 'preview' } as const;
type Faults = Partial<Record<string, string>>;

const startOf = (source: Source | null): SourceSettings => {
  const { name, service_url, token_url, version, client_id, org_id, schedule, night_does } = source ?? EMPTY;
  return {
    name,
    service_url,
    token_url,
    version,
    client_id,
    org_id,
    schedule,
    night_does,
    client_secret: '',
    create_accounts: source?.create_accounts ?? false,
    bring_guardians: source?.bring_guardians ?? false,
  };
};

/**
 * Edits the settings for reading a system. Its secret is entered and never shown. The connection can be tested before
 * saving.
 */
export function SourceDialog({ source, schools, onSaved, onClose }: DialogProps) {
  const { rights } = useUser();
  const mayBringGuardians = rights.includes('guardians:create') && rights.includes('guardians:delete');
  const [given, setGiven] = useState(() => startOf(source));
  const [school, setSchool] = useState(schools.length === 1 ? String(schools[0]?.id) : '');
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState<string | null>(null);
  const [tested, setTested] = useState<Tested | null>(null);
  const [isTesting, setTesting] = useState(false);
  const said = useRef<HTMLDivElement>(null);
  // The test's result may be below the visible part of the dialog.
  useEffect(() => {
    // Newer browsers return a promise, which is not a cleanup function.
    if (tested) void said.current?.scrollIntoView?.({ block: 'nearest' });
  }, [tested]);
  const set = (changes: Partial<SourceSettings>) => setGiven((before) => ({ ...before, ...changes }));
  /** Shows an error, at its field if it has one. */
  const fail = (failure: unknown): void => {
    if (isApiError(failure, 'VALIDATION_FAILED'))
      setFaults(Object.fromEntries(Object.entries(failure.errors).map(([field, words]) => [field, words.join(' ')])));
    else setError(errorText(failure));
  };
  const begin = (): void => {
    setFaults({});
    setError(null);
  };
  const submit = async (): Promise<boolean> => {
    begin();
    try {
      const { message } = source
        ? await updateSource(source.id, given)
        : await createSource({ ...given, school_id: school === '' ? undefined : Number(school) });
      onSaved(message);
      return true;
    } catch (failure) {
      fail(failure);
      return false;
    }
  };
  const test = async (): Promise<void> => {
    begin();
    setTested(null);
    setTesting(true);
    const { service_url, token_url, version, client_id, client_secret } = given;
    try {
      const found = await testSource({ service_url, token_url, version, client_id, client_secret, id: source?.id });
      setTested(found);
      if (found.ok && found.schools.length === 1) set({ org_id: '' });
    } catch (failure) {
      fail(failure);
    } finally {
      setTesting(false);
    }
  };
  const text = (field: 'name' | 'service_url' | 'token_url' | 'client_id' | 'org_id') => ({
    value: given[field] ?? '',
    error: faults[field],
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value }),
  });
  const known = tested?.schools ?? [];
  const orgs = [
    { value: '', label: t('rosterSources.orgOnly') },
    ...(given.org_id && !known.some(({ id }) => id === given.org_id) ? [{ value: given.org_id, label: given.org_id }] : []),
    ...known.map(({ id, name }) => ({ value: id, label: name === id ? id : `${name} (${id})` })),
  ];
  return (
    <FormDialog
      opened
      width={620}
      title={source ? t('rosterSources.editOf', { name: source.name }) : t('rosterSources.add')}
      dirty={JSON.stringify(given) !== JSON.stringify(startOf(source))}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{error}</Notice>}
    >
      <SystemFields>
        <TextField label={t('rosterSources.name')} description={t('rosterSources.nameHint')} maxLength={MAX_SOURCE_NAME} {...text('name')} />
        {source === null && schools.length !== 1 && (
          <SelectField
            label={t('rosterSources.school')}
            value={school}
            error={faults['school_id']}
            onChange={({ target }) => setSchool(target.value)}
            options={[{ value: '', label: t('rosterSources.school.choose') }, ...schools.map(({ id, name }) => ({ value: String(id), label: name }))]}
          />
        )}
        <TextField
          label={t('rosterSources.serviceUrl')}
          description={t('rosterSources.serviceUrlHint')}
          type="url"
          dir="ltr"
          maxLength={MAX_SOURCE_ADDRESS}
          {...text('service_url')}
        />
        <TextField label={t('rosterSources.tokenUrl')} type="url" dir="ltr" maxLength={MAX_SOURCE_ADDRESS} {...text('token_url')} />
        <SelectField
          label={t('rosterSources.version')}
          value={given.version ?? '1.2'}
          onChange={({ target }) => set({ version: ROSTER_SOURCE_VERSIONS.find((one) => one === target.value) ?? '1.2' })}
          options={ROSTER_SOURCE_VERSIONS.map((value) => ({ value, label: value }))}
        />
        <TextField label={t('rosterSources.clientId')} dir="ltr" autoComplete="off" maxLength={MAX_SOURCE_CREDENTIAL} {...text('client_id')} />
        <PasswordField
          label={t('rosterSources.secret')}
          description={source ? t('rosterSources.secretKept') : undefined}
          autoComplete="new-password"
          dir="ltr"
          maxLength={MAX_SOURCE_CREDENTIAL}
          value={given.client_secret ?? ''}
          error={faults['client_secret']}
          onChange={({ target }) => set({ client_secret: target.value })}
        />
        <Grid gap={10} items="start">
          <Button type="button" disabled={isTesting} onClick={() => void test()}>
            {isTesting ? t('rosterSources.testing') : t('rosterSources.test')}
          </Button>
          <div ref={said} role="status">
            {tested && (
              <Notice hue={tested.ok ? 'green' : 'red'} icon={tested.ok ? IconCircleCheck : IconAlertTriangle}>
                {tested.message}
              </Notice>
            )}
          </div>
        </Grid>
        {(known.length > 1 || given.org_id) && (
          <SelectField
            label={t('rosterSources.orgId')}
            description={t('rosterSources.orgIdHint')}
            value={given.org_id ?? ''}
            error={faults['org_id']}
            onChange={({ target }) => set({ org_id: target.value })}
            options={orgs}
          />
        )}
        {mayBringGuardians && (
          <SwitchField
            label={t('rosters.bringGuardians')}
            description={t('rosters.bringGuardiansHint')}
            checked={given.bring_guardians === true}
            onChange={(isOn) => set({ bring_guardians: isOn })}
          />
        )}
        <SelectField
          label={t('rosterSources.schedule')}
          value={given.schedule ?? 'off'}
          onChange={({ target }) => set({ schedule: ROSTER_SOURCE_SCHEDULES.find((one) => one === target.value) ?? 'off' })}
          options={ROSTER_SOURCE_SCHEDULES.map((value) => ({ value, label: t(`rosterSources.schedule.${value}`) }))}
        />
        {given.schedule === 'nightly' && (
          <>
            <SelectField
              label={t('rosterSources.night')}
              value={given.night_does ?? 'preview'}
              onChange={({ target }) => set({ night_does: ROSTER_SOURCE_NIGHTS.find((one) => one === target.value) ?? 'preview' })}
              options={ROSTER_SOURCE_NIGHTS.map((value) => ({ value, label: t(`rosterSources.night.${value}`) }))}
            />
            {given.night_does === 'apply' && (
              <SwitchField
                label={t('rosterSources.createAccounts')}
                checked={given.create_accounts === true}
                onChange={(isOn) => set({ create_accounts: isOn })}
              />
            )}
          </>
        )}
      </SystemFields>
    </FormDialog>
  );
}
