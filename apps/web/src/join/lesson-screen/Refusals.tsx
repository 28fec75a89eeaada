import { Button } from '../../ui/plain/Button.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';
import { isSamePlace, type OutboxItem } from '../outbox/index.ts';
import { t } from '../t.ts';
import styles from './Refusals.module.css';
import { Words } from './Words.tsx';
import { useItems, useLesson, useModel, usePhase } from './use-lesson.ts';

/**
 * What the server refused for good and the screen does not show anyway: kept with its words until it is put away. And
 * what came too late: outside the figures, for the student and the teacher to see.
 */
export function Refusals() {
  const { outbox } = useLesson();
  const { known, late } = useModel();
  const form = usePhase()?.form;
  const here = known && form ? { session_id: known.epoch, form } : null;
  // an answer of the form on the screen stands on its own card
  const isShownElsewhere = (item: OutboxItem) => item.kind === 'answer' && here !== null && isSamePlace(item, here);
  const refused = useItems().filter((item) => item.refusal && !isShownElsewhere(item));
  const lateHere = late.filter((answer) => !refused.some((item) => item.form === answer.form && item.session_id === known?.epoch));
  if (refused.length === 0 && lateHere.length === 0) return null;
  return (
    <div className={styles.place}>
      {refused.map((item) => (
        <Notice key={item.key}>
          <p>
            <b>{t('join.refusedTitle', { form: item.form })}</b> {item.refusal?.message}
          </p>
          <Words comment={item.comment} className={styles.words} />
          <Button size="l" className={styles.away} onClick={() => void outbox.putAway(item.key)}>
            {t('join.putAway')}
          </Button>
        </Notice>
      ))}
      {lateHere.map((answer) => (
        <Notice key={`${answer.form} ${answer.kind}`} hue="amber">
          <p>{t('join.lateAnswer', { form: answer.form })}</p>
        </Notice>
      ))}
    </div>
  );
}
