import type { FormEvent } from 'react';
import { useState } from 'react';
import { Button } from '../../../ui/plain/Button.tsx';
import { Panel } from '../../../ui/plain/Card.tsx';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { joinCourse, type Saved } from './list-calls.ts';
import styles from './lists.module.css';
import { t } from '../../../base/t.ts';
import { useOneField } from './use-one-field.ts';

type CodeForm = ReturnType<typeof useOneField<Saved>>;
const useCode = (onSaved: (saved: Saved) => void): CodeForm => useOneField({ field: 'code', save: joinCourse, onSaved });

function CodeField({ form }: { form: CodeForm }) {
  return (
    <TextField
      size="l"
      dir="ltr"
      autoCapitalize="none"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={100}
      label={t('classes.join.label')}
      description={t('classes.join.hint')}
      value={form.value}
      error={form.fault}
      onChange={({ target }) => form.type(target.value)}
    />
  );
}

export function JoinDialog({ onClose, onJoined }: { onClose: () => void; onJoined: (saved: Saved) => void }) {
  const form = useCode(onJoined);
  return (
    <FormDialog
      opened
      width={600}
      title={t('classes.join')}
      onClose={onClose}
      onSubmit={form.submit}
      dirty={form.isDirty}
      submitLabel={t('classes.join.submit')}
      pendingLabel={t('classes.join.pending')}
    >
      <CodeField form={form} />
    </FormDialog>
  );
}

/** Shows the same form as a part of a page. */
export function JoinForm({ onJoined }: { onJoined: (saved: Saved) => void }) {
  const form = useCode((saved) => {
    onJoined(saved);
    form.clear();
  });
  const [isPending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    await form.submit();
    setPending(false);
  };
  return (
    <Panel title={t('classes.join')} className={styles.joinCard}>
      <form className={styles.join} noValidate onSubmit={(event) => void submit(event)}>
        <CodeField form={form} />
        <Button type="submit" variant="filled" size="l" pending={isPending}>
          {t(isPending ? 'classes.join.pending' : 'classes.join.submit')}
        </Button>
      </form>
    </Panel>
  );
}
