import type { SchoolRow } from '@classwright/contract/overview/all-schools/calls';
import { MAX_SUSPENSION_REASON } from '@classwright/contract/overview/all-schools/limits';
import { useState } from 'react';
import { t } from '../../../base/t.ts';
import { TextArea, useSaving } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Stack } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { type Limits, limitSchools, suspendSchools } from './calls.ts';

interface DialogProps {
  schools: readonly SchoolRow[];
  onSaved: () => void;
  onClose: () => void;
}

const idsOf = (schools: readonly SchoolRow[]): number[] => schools.map(({ id }) => id);

/** Asks for the reason of a suspension, which the people of the schools read. */
export function SuspendDialog({ schools, onSaved, onClose }: DialogProps) {
  const [reason, setReason] = useState('');
  const { faults, problem, save } = useSaving();
  const submit = async (): Promise<boolean> => {
    const saved = await save(() => suspendSchools(idsOf(schools), reason));
    if (saved) onSaved();
    return saved !== null;
  };
  return (
    <FormDialog
      opened
      title={t('allSchools.suspendTitle', { count: schools.length })}
      submitLabel={t('allSchools.suspend')}
      onClose={onClose}
      onSubmit={submit}
      dirty={reason !== ''}
      error={problem !== null && <Notice assertive>{errorText(problem)}</Notice>}
    >
      <p>{t('allSchools.suspendAbout')}</p>
      <p dir="auto">{schools.map(({ name }) => name).join(', ')}</p>
      <TextArea
        label={t('allSchools.reason')}
        description={t('allSchools.reasonHint')}
        value={reason}
        maxLength={MAX_SUSPENSION_REASON}
        required
        error={faults.reason?.join(' ')}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}

const MEGABYTE = 1_000_000;
const FIELDS = ['max_people', 'max_file_bytes', 'max_requests_per_minute'] as const;
type Field = (typeof FIELDS)[number];

const unitOf = (field: Field): number => (field === 'max_file_bytes' ? MEGABYTE : 1);

/** Returns the value that all of the schools have, as text; empty for none, or where they differ. */
function sharedText(schools: readonly SchoolRow[], field: Field): string {
  const [first, ...others] = new Set(schools.map((school) => school[field]));
  return others.length > 0 || first == null ? '' : String(first / unitOf(field));
}

/** Sets limits. Of several schools, those that nobody changes here stay as they are. */
export function LimitDialog({ schools, onSaved, onClose }: DialogProps) {
  const [before] = useState(() => Object.fromEntries(FIELDS.map((field) => [field, sharedText(schools, field)])) as Record<Field, string>);
  const [texts, setTexts] = useState(before);
  const { faults, problem, save } = useSaving();
  const changed = FIELDS.filter((field) => texts[field].trim() !== before[field]);
  const submit = async (): Promise<boolean> => {
    const limits: Limits = Object.fromEntries(
      changed.map((field) => [field, texts[field].trim() === '' ? null : Math.round(Number(texts[field]) * unitOf(field))]),
    );
    const saved = await save(() => limitSchools(idsOf(schools), limits));
    if (saved) onSaved();
    return saved !== null;
  };
  const labels = {
    max_people: t('allSchools.maxPeople'),
    max_file_bytes: t('allSchools.maxFiles'),
    max_requests_per_minute: t('allSchools.maxRequests'),
  };
  return (
    <FormDialog
      opened
      title={t('allSchools.limitTitle', { count: schools.length })}
      onClose={onClose}
      onSubmit={submit}
      dirty={changed.length > 0}
      error={problem !== null && <Notice assertive>{errorText(problem)}</Notice>}
    >
      <Stack gap={12}>
        <p>{t('allSchools.limitAbout')}</p>
        {schools.length > 1 && <p dir="auto">{schools.map(({ name }) => name).join(', ')}</p>}
        {FIELDS.map((field) => (
          <TextField
            key={field}
            label={labels[field]}
            type="number"
            inputMode="numeric"
            min={1}
            value={texts[field]}
            error={faults[field]?.join(' ')}
            onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
          />
        ))}
      </Stack>
    </FormDialog>
  );
}
