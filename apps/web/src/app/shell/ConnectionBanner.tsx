import { useEffect, useState } from 'react';
import { timeOf } from '../../base/dates.ts';
import { connectionStore } from '../../base/realtime.ts';
import { t } from '../../base/t.ts';
import { useStore } from '../../base/use-store.ts';
import { IconWifiOff } from '../../ui/plain/icons.ts';
import { Box } from '../../ui/plain/layout/layout.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';

/** The time to wait before a break is shown. Shorter ones do not matter. */
const PATIENCE_MS = 6000;

/** Shows that the connection is lost, once it has been for a while. */
export function ConnectionBanner() {
  const { status, lastContactAt } = useStore(connectionStore);
  return status === 'offline' ? <Gone lastContactAt={lastContactAt} /> : null;
}

function Gone({ lastContactAt }: { lastContactAt: number | null }) {
  const [matters, setMatters] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setMatters(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!matters) return null;
  return (
    <Box below={16}>
      <Notice hue="amber" icon={IconWifiOff}>
        {lastContactAt === null ? t('shell.offlineFromStart') : t('shell.offline', { time: timeOf(new Date(lastContactAt)) })}
      </Notice>
    </Box>
  );
}
