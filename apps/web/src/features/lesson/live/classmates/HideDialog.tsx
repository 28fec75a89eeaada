import type { liveHide } from '@classwright/contract/lesson/live/classmates';
import { LIVE_LIMITS } from '@classwright/rules/limits';
import { HIDING_REASONS } from '@classwright/rules/live/session';
import { useId, useState } from 'react';
import { api } from '../../../../base/api.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { t } from '../../../../base/t.ts';
import { TextArea } from '../../../../ui/form/TextArea.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Text } from '../../../../ui/plain/layout/layout.tsx';
import { useLive, useStage } from '../use-live.ts';
import styles from './Classmates.module.css';
import type { TextPlace } from './place.ts';

type Reason = (typeof HIDING_REASONS)[number];

/** Asks for the reason, and hides a student's text from the class. */
export function HideDialog({ place, name, onClose }: { place: TextPlace; name: string; onClose: () => void }) {
  const { lesson } = useLive();
  const isRunning = useStage() === 'running';
  const group = useId();
  const [reason, setReason] = useState<Reason>('unkind');
  const [words, setWords] = useState('');
  const submit = async () => {
    try {
      await api<typeof liveHide>('POST', '/live/learning/hide', { body: { ...place, reason, words } });
      showSnack(t('teach.hide.done'));
      lesson.reload('feed');
      return true;
    } catch (error) {
      showSnack(errorText(error), { color: 'red' });
      return false;
    }
  };
  return (
    <FormDialog opened onClose={onClose} title={t('teach.hide.title')} onSubmit={submit} submitLabel={t('teach.hide.save')} dirty={words !== ''} width={500}>
      <Text tone="dimmed">{isRunning ? t('teach.hide.says', { name }) : t('teach.hide.saysAfter')}</Text>
      <fieldset className={styles.choices}>
        <legend>{t('teach.hide.reason')}</legend>
        {HIDING_REASONS.map((one) => (
          <label key={one}>
            <input type="radio" name={group} value={one} checked={reason === one} onChange={() => setReason(one)} />
            {t(`live.hidden.${one}.why`)}
          </label>
        ))}
      </fieldset>
      <TextArea
        label={t('teach.hide.words')}
        rows={2}
        maxLength={LIVE_LIMITS.hiddenWordsCharacters}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
    </FormDialog>
  );
}
