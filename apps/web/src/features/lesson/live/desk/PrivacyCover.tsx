import { Button } from '../../../../ui/plain/Button.tsx';
import { IconEye, IconEyeOff } from '../../../../ui/plain/icons.ts';
import { Grid, Text } from '../../../../ui/plain/layout/layout.tsx';
import { useLive, usePreferences } from '../use-live.ts';
import styles from './PrivacyCover.module.css';
import desk from './Desk.module.css';

/** Covers what a mirrored laptop would show the class. One press, and one preference, opens all covers. */
export function PrivacyCover({ title, hint, show }: { title: string; hint: string; show: string }) {
  const { preferences } = useLive();
  const { usesKeys } = usePreferences();
  return (
    <Grid align="center" items="center" grow centered className={styles.curtain}>
      <div>
        <IconEyeOff size={24} />
        <Text weight={600}>{title}</Text>
        <Text size={13} tone="dimmed" className={styles.hint}>
          {hint}
        </Text>
        <Button variant="light" icon={IconEye} onClick={() => preferences.change({ showsFigures: true })} aria-keyshortcuts={usesKeys ? 'D' : undefined}>
          {show}
          {usesKeys && (
            <kbd className={desk.kbd} aria-hidden>
              D
            </kbd>
          )}
        </Button>
      </div>
    </Grid>
  );
}
