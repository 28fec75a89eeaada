import { useEffect, useState } from 'react';
import { connectionStore } from '../../../../base/realtime.ts';
import { useStore } from '../../../../base/use-store.ts';
import { timeWithSecondsOf } from '../../../../base/dates.ts';
import { IconWifiOff } from '../../../../ui/plain/icons.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { t } from '../../../../base/t.ts';
import styles from './Desk.module.css';

/** Anything shorter is a hiccup of the network. After that, presence and figures may be wrong. */
const PATIENCE_MS = 800;

/** Appears only after the connection has been lost for a while. */
export function LostConnection() {
  const { status, lastContactAt } = useStore(connectionStore);
  const [isGone, setGone] = useState(false);
  useEffect(() => {
    setGone(false);
    if (status !== 'offline') return undefined;
    const timer = setTimeout(() => setGone(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [status]);
  if (!isGone) return null;
  return (
    <div className={styles.lost}>
      <Notice hue="amber" icon={IconWifiOff}>
        {lastContactAt === null ? t('teach.offlineFromStart') : t('teach.offline', { time: timeWithSecondsOf(lastContactAt) })}
      </Notice>
    </div>
  );
}
