import { useState } from 'react';
import { copyText } from '../../../base/copy-text.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconReload } from '../../../ui/plain/icons.ts';
import { IconCopy } from '../../../ui/feature-icons/icons.ts';
import type { Course } from './calls.ts';
import { renewCode, type Saved } from './list-calls.ts';
import styles from './lists.module.css';
import { t } from '../../../base/t.ts';

/** Shows the code of a class, large enough for the last row of a room. */
export function CodeDialog({ course, onClose, onSaved }: { course: Course; onClose: () => void; onSaved: (saved: Saved) => void }) {
  const [code, setCode] = useState(course.enrollmentCode ?? '');
  const [isAsking, setAsking] = useState(false);
  const [isRenewing, setRenewing] = useState(false);
  const copy = async () => {
    if (await copyText(code)) showSnack(t('classes.code.copied'));
    else showSnack(t('classes.copyFailed'), { color: 'red' });
  };
  const renew = async () => {
    setRenewing(true);
    try {
      const saved = await renewCode(course.id);
      setCode(saved.course.enrollmentCode ?? '');
      setAsking(false);
      onSaved(saved);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setRenewing(false);
    }
  };
  return (
    <Dialog
      opened
      width={600}
      title={t('classes.code.title')}
      onClose={onClose}
      locked={isRenewing}
      footer={
        <>
          <Button icon={IconCopy} onClick={() => void copy()}>
            {t('classes.code.copy')}
          </Button>
          <Button variant="filled" data-autofocus onClick={onClose}>
            {t('classes.code.ok')}
          </Button>
        </>
      }
    >
      <p className={styles.code} dir="ltr" aria-live="polite">
        {code}
      </p>
      <p>{t('classes.code.hint', { name: course.name })}</p>
      <div className={styles.beside}>
        {isAsking ? (
          <>
            <p>{t('classes.code.renewAsk')}</p>
            <Button onClick={() => setAsking(false)}>{t('common.cancel')}</Button>
            <Button variant="danger" pending={isRenewing} onClick={() => void renew()}>
              {t('classes.code.renew')}
            </Button>
          </>
        ) : (
          <Button variant="subtle" icon={IconReload} onClick={() => setAsking(true)}>
            {t('classes.code.renew')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
