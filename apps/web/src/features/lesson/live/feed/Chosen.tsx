import { Letter } from '../../../../ui/plain/Letter.tsx';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import { t } from '../../../../base/t.ts';
import styles from './Posts.module.css';

/** The chosen response of an answer, as letter and text. */
export function Chosen({ letter, response }: { letter: string | null; response: string | null }) {
  return (
    <span className={styles.chosen}>
      {letter && <Letter letter={letter} size="s" />}
      <span>{response === null ? t('teach.noChoice') : <MathText text={response} />}</span>
    </span>
  );
}
