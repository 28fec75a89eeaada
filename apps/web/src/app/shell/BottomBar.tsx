import { useChunk } from '../../base/use-chunk.ts';
import styles from './BottomBar.module.css';

const load = () => import('./StudentBar.tsx');

/** A student's menu on a phone; its place until it is there. Staff do not carry it. */
export function BottomBar() {
  const part = useChunk(load);
  return part ? <part.StudentBar /> : <div className={styles.bar} />;
}
