import { useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { ChoiceField, TextArea, type Choice } from '../../../../ui/form/index.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { saveTemplate } from '../calls.ts';
import type { QuestionValues } from '../form/values.ts';
import { protocols } from '../lookups.ts';
import { t } from '../../../../base/t.ts';
import { toTemplateRubric } from './parts.ts';

/** Saves responses, rubric and criteria as a named template for later questions. */
export function SaveTemplateDialog({ values, onClose }: { values: QuestionValues; onClose: () => void }) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [protocol, setProtocol] = useState<readonly Choice[]>([]);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<unknown>(null);
  const save = async (): Promise<boolean> => {
    const found = {
      ...(name.trim() === '' && { name: t('validation.required', { label: t('bank.template.name') }) }),
      ...(description.trim() === '' && { description: t('validation.required', { label: t('bank.template.description') }) }),
    };
    setFaults(found);
    setError(null);
    if (Object.keys(found).length > 0) return false;
    try {
      showSnack(await saveTemplate({ name, description, protocol_id: protocol[0]?.id ?? null, rubric: toTemplateRubric(values) }));
      return true;
    } catch (failure) {
      const byField = isApiError(failure, 'VALIDATION_FAILED') ? Object.entries(failure.errors) : [];
      setFaults(Object.fromEntries(byField.map(([field, texts]) => [field, texts.join(' ')])));
      if (byField.every(([field]) => !['name', 'description', 'protocol_id'].includes(field))) setError(failure);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t('bank.template.save')}
      dirty={name !== '' || description !== ''}
      onClose={onClose}
      onSubmit={save}
      error={error === null ? undefined : <Notice>{errorText(error)}</Notice>}
    >
      <p>{t('bank.template.saveHint')}</p>
      <TextField
        label={t('bank.template.name')}
        value={name}
        maxLength={200}
        autoComplete="off"
        error={faults['name']}
        onChange={({ target }) => setName(target.value)}
      />
      <TextArea
        label={t('bank.template.description')}
        value={description}
        maxLength={2000}
        error={faults['description']}
        onChange={({ target }) => setDescription(target.value)}
      />
      <ChoiceField label={t('bank.template.protocol')} source={protocols} value={protocol} error={faults['protocol_id']} onChange={setProtocol} />
    </FormDialog>
  );
}
