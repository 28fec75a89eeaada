import { Notice } from '../plain/Notice.tsx';
import styles from './RefusedRows.module.css';

interface RefusedRowsProps {
  /** How many stay as they are. */
  words: string;
  rows: readonly { id: number; name: string; message: string }[];
}

/** Of many rows those that something could not be done with, each with the reason. */
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
