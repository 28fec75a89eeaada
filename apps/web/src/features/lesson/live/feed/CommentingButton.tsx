import { IconCheck } from '../../../../ui/plain/icons.ts';
import desk from '../desk/Desk.module.css';
import { t } from '../../../../base/t.ts';
import { useModel, usePending, usePreferences } from '../use-live.ts';
import styles from './CommentingButton.module.css';

/** The label names what a press does. The switch next to it shows the current state. */
export function CommentingButton({ onPress }: { onPress: () => void }) {
  const isOn = useModel((model) => model.known?.canComment ?? false);
  const isPending = usePending('commenting');
  const { usesKeys } = usePreferences();
  return (
    <button type="button" className={styles.button} onClick={onPress} aria-busy={isPending || undefined} aria-keyshortcuts={usesKeys ? 'C' : undefined}>
      <span>{t(isOn ? 'teach.disableCommenting' : 'teach.enableCommenting')}</span>
      <span className={styles.switch} data-on={isOn || undefined} aria-hidden>
        {isOn && <IconCheck size={12} stroke={3} />}
      </span>
      {usesKeys && (
        <kbd className={desk.kbd} aria-hidden>
          C
        </kbd>
      )}
    </button>
  );
}
