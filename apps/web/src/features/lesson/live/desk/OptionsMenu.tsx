import { useDarkMode } from '../../../../base/color-mode.ts';
import { IconMoon } from '../../../../ui/plain/icons.ts';
import { Grid } from '../../../../ui/plain/layout/layout.tsx';
import { IconCast, IconKeyboard } from '../../../../ui/feature-icons/icons.ts';
import { Menu } from '../../../../ui/plain/Menu.tsx';
import { t } from '../../../../base/t.ts';
import { useLive, usePreferences } from '../use-live.ts';
import styles from './OptionsMenu.module.css';

const keys = [
  ['teach.key.space', 'teach.key.spaceDoes'],
  ['+ −', 'teach.key.minuteDoes'],
  ['C', 'teach.key.commentingDoes'],
  ['D', 'teach.key.distributionDoes'],
] as const;

/** A menu with the keyboard shortcuts, their switch, dark mode, and the screens that show the lesson. */
export function OptionsMenu({ onWalls }: { onWalls: () => void }) {
  const { preferences } = useLive();
  const { usesKeys } = usePreferences();
  const [isDark, setDark] = useDarkMode();
  return (
    <Menu
      label={t('teach.options')}
      className={styles.button}
      button={<IconKeyboard size={20} />}
      header={
        <Grid gap={8} size={13} className={styles.keys}>
          <dl>
            {keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key === 'teach.key.space' ? t(key) : key}</kbd>
                </dt>
                <dd>{t(does)}</dd>
              </div>
            ))}
          </dl>
          <p>{t('teach.keysHint')}</p>
        </Grid>
      }
      actions={[
        { label: t('teach.keysOn'), icon: IconKeyboard, checked: usesKeys, onSelect: () => preferences.change({ usesKeys: !usesKeys }) },
        { label: t('teach.darkMode'), icon: IconMoon, checked: isDark, onSelect: () => setDark(!isDark) },
        { label: t('walls.title'), icon: IconCast, onSelect: onWalls },
      ]}
    />
  );
}
