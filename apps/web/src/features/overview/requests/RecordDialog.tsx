import { type dataRequestRecord, REQUEST_KINDS, type RequestKind } from '@classwright/contract/overview/requests/calls';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { t } from '../../../base/t.ts';
import { type Choice, ChoiceField, DateField, SelectField, TextArea, useSaving } from '../../../ui/form/index.ts';
import { people } from '../../../ui/form/people.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';

/** Enters a request that reached the office on paper, by phone, or by mail. */
export function RecordDialog({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const [person, setPerson] = useState<Choice | null>(null);
  const [kind, setKind] = useState<RequestKind>('copy');
  const [asker, setAsker] = useState('');
  const [askedOn, setAskedOn] = useState('');
  const [words, setWords] = useState('');
  const { faults, problem, save } = useSaving();
  const submit = async (): Promise<boolean> => {
    const body = { account_id: person?.id ?? '', kind, asker, asked_on: askedOn, words };
    const saved = await save(() => api<typeof dataRequestRecord>('POST', '/data-requests/record', { body }));
    if (saved) onSaved();
    return saved !== null;
  };
  return (
    <FormDialog
      opened
      title={t('dataRequest.record')}
      onClose={onClose}
      onSubmit={submit}
      dirty={person !== null || asker !== '' || askedOn !== '' || words !== ''}
      submitLabel={t('dataRequest.recordSave')}
      error={problem !== null && <Notice assertive>{errorText(problem)}</Notice>}
    >
      <ChoiceField
        label={t('dataRequest.field.person')}
        source={people}
        value={person === null ? [] : [person]}
        error={faults.account_id?.join(' ')}
        onChange={([next]) => setPerson(next ?? null)}
      />
      <SelectField
        label={t('dataRequest.field.what')}
        value={kind}
        error={faults.kind?.join(' ')}
        onChange={({ target }) => setKind(REQUEST_KINDS.find((one) => one === target.value) ?? kind)}
        options={REQUEST_KINDS.map((one) => ({ value: one, label: t(`dataRequest.kind.${one}`) }))}
      />
      <TextField
        label={t('dataRequest.field.asker')}
        value={asker}
        maxLength={200}
        error={faults.asker?.join(' ')}
        onChange={({ target }) => setAsker(target.value)}
      />
      <DateField
        label={t('dataRequest.field.asked_on')}
        value={askedOn}
        error={faults.asked_on?.join(' ')}
        onChange={({ target }) => setAskedOn(target.value)}
      />
      <TextArea
        label={t('dataRequest.field.wordsOfPaper')}
        rows={4}
        value={words}
        error={faults.words?.join(' ')}
        onChange={({ target }) => setWords(target.value)}
      />
    </FormDialog>
  );
}
