import { FORMS } from '@classwright/contract/lesson/live/forms';
import { useState } from 'react';
import { useDarkMode } from '../../../../base/color-mode.ts';
import { IconDots, IconFlag, IconHelpHexagon, IconMessages, IconMoon, IconUsers } from '../../../../ui/plain/icons.ts';
import { Grid } from '../../../../ui/plain/layout/layout.tsx';
import { IconCast, IconKeyboard } from '../../../../ui/feature-icons/icons.ts';
import { Menu } from '../../../../ui/plain/Menu.tsx';
import { t } from '../../../../base/t.ts';
import { phasesOf } from '../lesson/model.ts';
import { BringDialog, ReasonsDialog } from '../parts.ts';
import { useSimulatedClass } from '../try/use-simulated-class.ts';
import { useLive, useModel, usePreferences, useStage } from '../use-live.ts';
import styles from './OptionsMenu.module.css';

const keys = [
  ['teach.key.space', 'teach.key.spaceDoes'],
  ['+ −', 'teach.key.minuteDoes'],
  ['C', 'teach.key.commentingDoes'],
  ['D', 'teach.key.distributionDoes'],
  ['← →', 'teach.key.turnDoes'],
  ['P', 'teach.key.pairsDoes'],
  ['H', 'teach.key.hideDoes'],
] as const;

/** A menu with the keyboard shortcuts, their switch, dark mode, and what is rarely done in a lesson. */
export function OptionsMenu({
  onEnd,
  onPairs,
  onWalls,
}: {
  onEnd: () => void;
  /** Opens the groups. Left out: none can be made now. */
  onPairs: (() => void) | undefined;
  onWalls: () => void;
}) {
  const { actions, lesson, preferences } = useLive();
  const simulated = useSimulatedClass(lesson.assessmentId);
  const { usesKeys } = usePreferences();
  const [isDark, setDark] = useDarkMode();
  const [open, setOpen] = useState<'reasons' | 'bring' | null>(null);
  const stage = useStage();
  const attempts = useModel((model) => phasesOf(model).length);
  const asksSure = useModel((model) => model.assessment?.asks_sure ?? null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label={t('teach.options')}
        className={styles.button}
        button={<IconDots size={20} />}
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
          ...(onPairs ? [{ label: t('teach.pairs.open'), icon: IconUsers, onSelect: onPairs }] : []),
          { label: t('walls.title'), icon: IconCast, onSelect: onWalls },
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
          ...(stage === 'ready' && simulated && simulated.comes !== null && !simulated.brought
            ? [{ label: t('rehearsal.bring'), icon: IconUsers, onSelect: () => setOpen('bring') }]
            : []),
          ...(stage === 'running' ? [{ label: t('reasons.title'), icon: IconMessages, onSelect: () => setOpen('reasons') }] : []),
          ...(stage === 'running' && attempts < FORMS.length
            ? [{ label: t('teach.endHere'), icon: IconFlag, hint: t('teach.endHereHint'), onSelect: onEnd }]
            : []),
        ]}
      />
      {open === 'reasons' && <ReasonsDialog onClose={close} />}
      {open === 'bring' && <BringDialog onClose={close} />}
    </>
  );
}
