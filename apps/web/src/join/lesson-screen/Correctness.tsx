import { classes } from '../../ui/plain/classes.ts';
import { hueClass } from '../../ui/plain/hues.ts';
import { IconCircleCheckFilled, IconX } from '../../ui/plain/icons.ts';
import { t } from '../../base/t.ts';
import styles from './Correctness.module.css';

/** Shows right or wrong, once it may be known, by icon and word, then hue. */
export function Correctness({ correct }: { correct: boolean }) {
  const Icon = correct ? IconCircleCheckFilled : IconX;
  return (
    <span className={classes(styles.mark, hueClass(correct ? 'green' : 'red'))}>
      <Icon size={18} stroke={2.25} />
      {t(correct ? 'join.correct' : 'join.notCorrect')}
    </span>
  );
}
