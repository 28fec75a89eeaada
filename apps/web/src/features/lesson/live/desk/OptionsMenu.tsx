import { useDarkMode } from '../../../../base/color-mode.ts';
import { useState } from 'react';
import { IconHelpHexagon, IconMessages, IconMoon } from '../../../../ui/plain/icons.ts';
import { Grid } from '../../../../ui/plain/layout/layout.tsx';
import { IconKeyboard } from '../../../../ui/feature-icons/icons.ts';
import { Menu } from '../../../../ui/plain/Menu.tsx';
import { t } from '../../../../base/t.ts';
import { ReasonsDialog } from '../parts.ts';
import { useLive, useModel, usePreferences, useStage } from '../use-live.ts';
import styles from './OptionsMenu.module.css';

const keys = [
  ['teach.key.space', 'teach.key.spaceDoes'],
  ['+ −', 'teach.key.minuteDoes'],
  ['C', 'teach.key.commentingDoes'],
  ['D', 'teach.key.distributionDoes'],
] as const;

/** A menu with the keyboard shortcuts, their switch, dark mode, and what is rarely done in a lesson. */
export function OptionsMenu() {
  const { actions, preferences } = useLive();
  const stage = useStage();
  const asksSure = useModel((model) => model.assessment?.asks_sure ?? null);
  const [showsReasons, setShowsReasons] = useState(false);
  const { usesKeys } = usePreferences();
  const [isDark, setDark] = useDarkMode();
  return (
    <>
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
          ...(asksSure !== null && stage !== 'finished'
            ? [
                {
                  label: t('teach.askSure'),
                  hint: t('teach.askSureHint'),
                  icon: IconHelpHexagon,
                  checked: asksSure,
                  onSelect: () => void actions.askSure(!asksSure),
                },
              ]
            : []),
          ...(stage === 'running' ? [{ label: t('reasons.title'), icon: IconMessages, onSelect: () => setShowsReasons(true) }] : []),
        ]}
      />
      {showsReasons && <ReasonsDialog onClose={() => setShowsReasons(false)} />}
    </>
  );
}
