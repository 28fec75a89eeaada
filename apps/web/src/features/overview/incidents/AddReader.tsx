import type { incidentPrograms, incidentSessions, incidentSubjectAdd, SubjectKind } from '@classwright/contract/overview/incidents/calls';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { t } from '../../../base/t.ts';
import { type Choice, ChoiceField, type ChoiceSource, SelectField, useSaving } from '../../../ui/form/index.ts';
import { people } from '../../../ui/form/people.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { momentWords } from './words.ts';

const KINDS: readonly SubjectKind[] = ['account', 'session', 'program', 'network'];

const programsOf = (id: number): ChoiceSource => ({
  name: `/incidents/${id}/programs`,
  isWhole: true,
  load: async (_text, signal) => (await api<typeof incidentPrograms>('GET', '/incidents/:id/programs', { params: { id }, signal })).programs,
});

const sessionsOf = (id: number, accountId: number, zone: string): ChoiceSource => ({
  name: `/incidents/${id}/sessions ${accountId}`,
  isWhole: true,
  load: async (_text, signal) => {
    const { sessions } = await api<typeof incidentSessions>('GET', '/incidents/:id/sessions', { params: { id }, query: { account_id: accountId }, signal });
    return sessions.map(({ id: session, device, began_at, ended_at }) => ({
      id: session,
      name: t(ended_at === null ? 'incidents.sessionOpen' : 'incidents.sessionOf', { device, date: momentWords(began_at, zone) }),
    }));
  },
});

interface AddReaderProps {
  id: number;
  timeZone: string;
  onSaved: () => void;
  onClose: () => void;
}

/** Adds an account, a sign-in of one, a program or a network to an incident. */
export function AddReader({ id, timeZone, onSaved, onClose }: AddReaderProps) {
  const [kind, setKind] = useState<SubjectKind>('account');
  const [person, setPerson] = useState<Choice | null>(null);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [address, setAddress] = useState('');
  const { faults, problem, save } = useSaving();
  const isOfPerson = kind === 'account' || kind === 'session';
  const submit = async (): Promise<boolean> => {
    const saved = await save(() =>
      api<typeof incidentSubjectAdd>('POST', '/incidents/:id/subjects', {
        params: { id },
        body: {
          kind,
          ...(isOfPerson ? { account_id: person?.id ?? null } : {}),
          ...(kind === 'session' ? { session_id: chosen?.id ?? null } : {}),
          ...(kind === 'program' ? { api_client_id: chosen?.id ?? null } : {}),
          ...(kind === 'network' ? { address } : {}),
        },
      }),
    );
    if (saved) onSaved();
    return saved !== null;
  };
  const choose = ([next]: readonly Choice[]) => setChosen(next ?? null);
  const value = chosen === null ? [] : [chosen];
  return (
    <FormDialog
      opened
      title={t('incidents.add')}
      onClose={onClose}
      onSubmit={submit}
      dirty={person !== null || chosen !== null || address !== ''}
      submitLabel={t('incidents.add')}
      pendingLabel={t('incidents.adding')}
      error={problem !== null && <Notice assertive>{errorText(problem)}</Notice>}
    >
      <SelectField
        label={t('incidents.kind')}
        value={kind}
        options={KINDS.map((one) => ({ value: one, label: t(`incidents.kind.${one}`) }))}
        onChange={(event) => {
          setKind(event.target.value as SubjectKind);
          setChosen(null);
        }}
      />
      {isOfPerson && (
        <ChoiceField
          label={t('incidents.account')}
          source={people}
          value={person === null ? [] : [person]}
          error={faults.account_id?.join(' ')}
          onChange={([next]) => {
            setPerson(next ?? null);
            setChosen(null);
          }}
        />
      )}
      {kind === 'session' && person !== null && (
        <ChoiceField
          key={person.id}
          label={t('incidents.session')}
          source={sessionsOf(id, person.id, timeZone)}
          value={value}
          error={faults.session_id?.join(' ')}
          onChange={choose}
        />
      )}
      {kind === 'program' && (
        <ChoiceField label={t('incidents.program')} source={programsOf(id)} value={value} error={faults.api_client_id?.join(' ')} onChange={choose} />
      )}
      {kind === 'network' && (
        <TextField
          label={t('incidents.address')}
          description={t('incidents.addressHint')}
          value={address}
          maxLength={60}
          dir="ltr"
          error={faults.address?.join(' ')}
          onChange={(event) => setAddress(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
