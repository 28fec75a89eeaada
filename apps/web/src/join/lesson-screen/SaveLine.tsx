import { useStore } from '../../base/use-store.ts';
import { classes } from '../../ui/plain/classes.ts';
import type { Hue } from '../../base/hue.ts';
import { hueClass } from '../../ui/plain/hues.ts';
import type { IconComponent } from '../../ui/plain/icon.tsx';
import { IconAlertTriangle, IconCloudCheck, IconDeviceMobileCheck } from '../../ui/plain/icons.ts';
import { contactStore } from '../../lesson/contact.ts';
import { draftItemAt } from '../lesson/view.ts';
import { t } from '../../base/t.ts';
import { timeWithSecondsOf } from '../../base/dates.ts';
import { saveStateOf, type SaveState } from './save-state.ts';
import styles from './SubmitBar.module.css';
import { useItems, useLesson, useModel, usePhase } from './use-lesson.ts';

function wordsOf(state: SaveState, lost: boolean): { hue: Hue | null; icon: IconComponent | null; words: string } {
  switch (state.is) {
    case 'nothing':
      return { hue: null, icon: null, words: t('join.nothingYet') };
    case 'saved':
      return { hue: 'green', icon: IconCloudCheck, words: t('join.saved', { time: timeWithSecondsOf(state.at) }) };
    case 'on-device':
      return { hue: lost ? 'amber' : 'gray', icon: IconDeviceMobileCheck, words: t('join.savedOnDevice', { time: timeWithSecondsOf(state.atMs) }) };
    case 'only-here':
      return { hue: 'amber', icon: IconAlertTriangle, words: t('join.notKept') };
    case 'refused':
      return { hue: 'red', icon: IconAlertTriangle, words: `${t('join.notSaved')}: ${state.message}` };
  }
}

/** Shows where choice and text are stored now. It is visible, but not announced at every key. */
export function SaveLine() {
  const { outbox } = useLesson();
  const keeping = useStore(outbox.keeping);
  const { lost } = useStore(contactStore);
  const epoch = useModel().known?.epoch;
  const form = usePhase()?.form;
  const draft = draftItemAt(useItems(), { session_id: epoch ?? 0, form: form ?? 'Form - 1A' });
  const state = saveStateOf(draft, keeping);
  const { hue, icon: Icon, words } = wordsOf(state, lost);
  return (
    <div className={styles.line}>
      <span className={classes(styles.state, hue && hueClass(hue))} data-quiet={hue === null || undefined} data-state={state.is}>
        {Icon && <Icon size={19} stroke={2} />}
        {words}
      </span>
      {state.is === 'saved' && <span className={styles.hint}>{t('join.untilEnd')}</span>}
    </div>
  );
}
