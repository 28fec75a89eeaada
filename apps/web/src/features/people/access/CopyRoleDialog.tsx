import type { accessRoleCopy } from '@classwright/contract/people/access/calls';
import { withoutBidiOverrides } from '@classwright/rules/text/bidi';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { t } from '../../../base/t.ts';

interface CopyRoleDialogProps {
  role: { id: number; name: string };
  onClose: () => void;
  onMade: (id: number) => void;
}

/** A dialog that creates a role with the rights of another one. */
export function CopyRoleDialog({ role, onClose, onMade }: CopyRoleDialogProps) {
  const queries = useQueryClient();
  const initial = withoutBidiOverrides(t('rolePage.copyName', { name: role.name })); // a name to keep, no sentence to read
  const [name, setName] = useState(initial);
  const [fault, setFault] = useState<string>();
  const [error, setError] = useState<unknown>(null);
  const submit = async (): Promise<boolean> => {
    setFault(undefined);
    setError(null);
    try {
      const made = await api<typeof accessRoleCopy>('POST', '/access/roles/:id/copy', { params: { id: role.id }, body: { name } });
      showSnack(made.message);
      await queries.invalidateQueries({ queryKey: ['access'] });
      onMade(made.id);
      return true;
    } catch (failure) {
      const words = isApiError(failure) ? failure.errors['name']?.[0] : undefined;
      if (words) setFault(words);
      else setError(failure);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t('rolePage.copyTitle', { name: role.name })}
      submitLabel={t('rolePage.copySubmit')}
      dirty={name !== initial}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{errorText(error)}</Notice>}
    >
      <p>{t('rolePage.copyHint', { name: role.name })}</p>
      <TextField label={t('explorer.name')} value={name} error={fault} onChange={(event) => setName(event.target.value)} />
    </FormDialog>
  );
}
