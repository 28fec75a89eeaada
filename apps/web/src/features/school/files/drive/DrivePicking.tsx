import type { FileKind } from '@classwright/contract/school/files/file-kinds';
import type { FileView } from '@classwright/contract/school/files/calls';
import { useEffect, useState } from 'react';
import { useEvent } from '../../../../base/use-event.ts';
import { useStore } from '../../../../base/use-store.ts';
import { IconWorld } from '../../../../ui/feature-icons/icons.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import styles from './drive.module.css';
import { createPicking } from './picking.ts';
import { t } from '../../../../base/t.ts';

interface DrivePickingProps {
  kinds: readonly FileKind[];
  /** The maximum number of files. */
  most: number;
  disabled: boolean;
  onDone: (file: FileView) => void;
  /** Called while files are being copied. Saving then would leave them out. */
  onBusy: (isBusy: boolean) => void;
}

/** A button that opens Google's picker in a separate window, and shows its status. */
export function DrivePicking({ kinds, most, disabled, onDone, onBusy }: DrivePickingProps) {
  const done = useEvent(onDone);
  const room = useEvent(() => most);
  const [picking] = useState(() => createPicking({ kinds, most: room, onDone: done }));
  useEffect(() => picking.cancel, [picking]);
  const { is, isConsenting, email, left, problems, note } = useStore(picking.state);
  const tellBusy = useEvent(onBusy);
  useEffect(() => tellBusy(is === 'taking'), [is, tellBusy]);
  return (
    <>
      <Button size="s" icon={IconWorld} disabled={disabled} pending={is === 'taking'} onClick={picking.begin}>
        {t('drive.button')}
      </Button>
      <div className={styles.said} role="status" data-empty={is === 'idle' && note === null}>
        {is === 'waiting' && (
          <>
            <p>{t(isConsenting ? 'drive.waitingConsent' : 'drive.waiting')}</p>
            {email !== null && <p className={styles.account}>{t('drive.account', { email })}</p>}
          </>
        )}
        {is === 'taking' && <p>{t('drive.taking', { count: left })}</p>}
        {is === 'idle' && note !== null && <p>{note}</p>}
      </div>
      {is === 'waiting' && (
        <div className={styles.tools}>
          <Button size="s" onClick={picking.cancel}>
            {t('drive.stop')}
          </Button>
          {email !== null && (
            <Button size="s" variant="subtle" onClick={picking.disconnect}>
              {t('drive.disconnect')}
            </Button>
          )}
        </div>
      )}
      {problems.length > 0 && (
        <div className={styles.problems}>
          <Notice
            action={
              <Button size="s" variant="subtle" onClick={picking.dismiss}>
                {t('drive.dismiss')}
              </Button>
            }
          >
            {problems.length === 1 ? (
              problems[0]
            ) : (
              <ul>
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            )}
          </Notice>
        </div>
      )}
    </>
  );
}
