import type { incidentCreate, incidentUpdate, IncidentView } from '@classwright/contract/overview/incidents/calls';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { fieldDateIn, fieldTimeIn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import { ChoiceField, choicesIn, DateField, TimeField, useSaving } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import type { Detail } from './calls.ts';
import styles from './incidents.module.css';

interface School {
  id: number;
  name: string;
  today: string;
  now: string;
}

interface IncidentDialogProps {
  /** The incident that is changed. Without it a new one is opened. */
  incident?: IncidentView;
  /** The schools at which one can be opened, and the one that is chosen first. */
  schools: readonly School[];
  schoolId: number;
  onSaved: (saved: Detail) => void;
  onClose: () => void;
}

/** Asks what happened, when it was noticed, and which days are in question. */
export function IncidentDialog({ incident, schools, schoolId, onSaved, onClose }: IncidentDialogProps) {
  const [school, setSchool] = useState(schoolId);
  const [before] = useState(() =>
    beginWith(
      incident,
      schools.find(({ id }) => id === schoolId),
    ),
  );
  const [fields, setFields] = useState(before);
  const { faults, problem, save } = useSaving();
  const set = (by: Partial<typeof fields>) => setFields({ ...fields, ...by });
  const body = { ...fields, to: fields.to === '' ? null : fields.to };
  const submit = async (): Promise<boolean> => {
    const saved = await save<Detail & { message: string }>(() =>
      incident
        ? api<typeof incidentUpdate>('PUT', '/incidents/:id', { params: { id: incident.id }, body })
        : api<typeof incidentCreate>('POST', '/incidents', { body: { ...body, school_id: school } }),
    );
    if (saved) onSaved(saved);
    return saved !== null;
  };
  const choices = schools.map(({ id, name }) => ({ id, name }));
  return (
    <FormDialog
      opened
      title={t(incident ? 'incidents.change' : 'incidents.new')}
      onClose={onClose}
      onSubmit={submit}
      dirty={JSON.stringify(fields) !== JSON.stringify(before)}
      {...(incident ? {} : { submitLabel: t('incidents.open'), pendingLabel: t('incidents.opening') })}
      error={problem !== null && <Notice assertive>{errorText(problem)}</Notice>}
    >
      {!incident && choices.length > 1 && (
        <ChoiceField
          label={t('incidents.school')}
          source={choicesIn('/schools incidents', choices)}
          value={choices.filter(({ id }) => id === school)}
          error={faults.school_id?.join(' ')}
          onChange={([chosen]) => chosen && setSchool(chosen.id)}
        />
      )}
      <TextField
        label={t('incidents.title')}
        description={t('incidents.titleHint')}
        value={fields.title}
        maxLength={300}
        error={faults.title?.join(' ')}
        onChange={(event) => set({ title: event.target.value })}
      />
      <Grid gap={16} align="start" className={styles.moment}>
        <DateField
          label={t('incidents.noticedOn')}
          value={fields.noticed_on}
          error={faults.noticed_on?.join(' ')}
          onChange={(event) => set({ noticed_on: event.target.value })}
        />
        <TimeField
          label={t('incidents.noticedTime')}
          value={fields.noticed_time}
          error={faults.noticed_time?.join(' ')}
          onChange={(event) => set({ noticed_time: event.target.value })}
        />
        <DateField
          label={t('incidents.from')}
          description={t('incidents.fromHint')}
          value={fields.from}
          error={faults.from?.join(' ')}
          onChange={(event) => set({ from: event.target.value })}
        />
        <DateField
          label={t('incidents.to')}
          description={t('incidents.toHint')}
          value={fields.to}
          error={faults.to?.join(' ')}
          onChange={(event) => set({ to: event.target.value })}
        />
      </Grid>
    </FormDialog>
  );
}

function beginWith(incident: IncidentView | undefined, school: School | undefined) {
  if (!incident) return { title: '', noticed_on: school?.today ?? '', noticed_time: school?.now ?? '', from: school?.today ?? '', to: '' };
  const { title, noticed_at: at, time_zone: zone, from, to } = incident;
  return { title, noticed_on: fieldDateIn(at, zone), noticed_time: fieldTimeIn(at, zone), from, to: to ?? '' };
}
