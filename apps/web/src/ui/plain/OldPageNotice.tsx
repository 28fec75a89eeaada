import { pageOldStore } from '../../base/page-age.ts';
import { useStore } from '../../base/use-store.ts';
import { classes } from './classes.ts';
import { hueClass } from './hues.ts';
import styles from './OldPageNotice.module.css';

/** Stays at the top for as long as this page is older than the server, and takes no focus from who is writing. */
export function OldPageNotice({ words, reload }: { words: string; reload: string }) {
  const isOld = useStore(pageOldStore);
  return (
    <div role="status">
      {isOld && (
        <div className={classes(styles.notice, hueClass('amber'))}>
          <span>{words}</span>
          <button type="button" className={styles.reload} onClick={() => location.reload()}>
            {reload}
          </button>
        </div>
      )}
    </div>
  );
}
