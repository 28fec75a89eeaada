import { pageOldStore } from '../../base/page-age.ts';
import { useStore } from '../../base/use-store.ts';
import { classes } from './classes.ts';
import { hueClass } from './hues.ts';
import styles from './OldPageNotice.module.css';

/** A notice at the top while this page is older than the server. It takes no focus from people who are writing. */
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
