import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import type { Figure } from './attached.ts';
import styles from './QuestionPanel.module.css';

/** A figure in its full size, over the desk. */
export function LargeFigure({ figure: { src, alt }, title, onClose }: { figure: Figure; title: string; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={title} width={1100}>
      <img src={src} alt={alt} className={styles.large} />
    </Dialog>
  );
}
