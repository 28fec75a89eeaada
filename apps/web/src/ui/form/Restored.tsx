import { momentOf } from '../../base/dates.ts';
import { t } from '../../base/t.ts';
import { Button } from '../plain/Button.tsx';
import { IconDeviceFloppy } from '../feature-icons/icons.ts';
import { Notice } from '../plain/Notice.tsx';

interface RestoredProps {
  form: { restoredAt: string | null; conflict: unknown; startAnew: () => void };
}

/**
 * Reports that this device's draft was restored, with a button to start without it. Shows nothing if there was none or
 * a conflict is shown.
 */
export function Restored({ form: { restoredAt, conflict, startAnew } }: RestoredProps) {
  if (!restoredAt || conflict) return null;
  return (
    <Notice
      hue="blue"
      icon={IconDeviceFloppy}
      assertive={false}
      action={
        <Button size="s" onClick={startAnew}>
          {t('form.startAnew')}
        </Button>
      }
    >
      <p>{t('form.restored', { time: momentOf(restoredAt) })}</p>
    </Notice>
  );
}
