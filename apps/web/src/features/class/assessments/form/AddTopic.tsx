import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { IconPlus } from '../../../../ui/plain/icons.ts';
import { addTopic, topicsOf } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import styles from './form.module.css';

/** A dialog that creates a new topic of the class and chooses it. */
export function AddTopic({ classId, onAdded }: { classId: number; onAdded: (topicId: number) => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState<string | null>(null);
  const [fault, setFault] = useState('');
  const [pending, setPending] = useState(false);
  if (name === null)
    return (
      <Button size="s" variant="subtle" icon={IconPlus} onClick={() => setName('')}>
        {t('form.addTopic')}
      </Button>
    );
  const add = async () => {
    if (pending) return;
    setPending(true);
    try {
      const topic = await addTopic(classId, name);
      await queries.invalidateQueries({ queryKey: ['choices', topicsOf(classId).name] });
      setName(null);
      onAdded(topic.id);
    } catch (failure) {
      setFault((isApiError(failure) && failure.errors['name']?.join(' ')) || errorText(failure));
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={styles.addTopic}>
      <TextField
        label={t('form.topicName')}
        value={name}
        maxLength={25}
        autoComplete="off"
        autoFocus
        error={fault || undefined}
        onChange={({ target }) => {
          setName(target.value);
          setFault('');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault(); // the form around it would go on
          void add();
        }}
      />
      <Button size="s" pending={pending} onClick={() => void add()}>
        {t('form.addTopic')}
      </Button>
      <Button size="s" variant="subtle" onClick={() => setName(null)}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
