import { useChunk } from '../../base/use-chunk.ts';
import styles from './BottomBar.module.css';

const load = () => import('./StudentBar.tsx');

/** A student's menu on a phone. Its space is reserved until it has loaded. It is not part of the staff's app. */
export function BottomBar() {
  const part = useChunk(load);
  return part ? <part.StudentBar /> : <div className={styles.bar} />;
}
