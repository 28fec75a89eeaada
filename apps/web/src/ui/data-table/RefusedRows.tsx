import { Notice } from '../plain/Notice.tsx';
import styles from './RefusedRows.module.css';

interface RefusedRowsProps {
  /** A text with the number of unchanged rows. */
  words: string;
  rows: readonly { id: number; name: string; message: string }[];
}

/** Lists the rows on which an action failed, each with the reason. */
export function RefusedRows({ words, rows }: RefusedRowsProps) {
  return (
    <div className={styles.refused}>
      <Notice hue="amber">{words}</Notice>
      <ul>
        {rows.map(({ id, name, message }) => (
          <li key={id} dir="auto">
            <b>{name}</b> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
