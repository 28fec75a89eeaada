import { fullName } from '../../../../base/full-name.ts';
import { momentOf } from '../../../../base/dates.ts';
import { Avatar } from '../../../../ui/plain/Avatar.tsx';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Grid, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import styles from './attention.module.css';
import type { AttentionStudent } from './calls.ts';
import { reasonWords } from './reason-words.ts';
import { t } from '../../../../base/t.ts';

interface CardProps {
  student: AttentionStudent;
  isTicked: boolean;
  /** True when the class cannot be changed. */
  isArchived: boolean;
  onTick: (on: boolean) => void;
  onWrite: () => void;
  onDone: () => void;
  onBack: () => void;
}

/** A student with reasons and the possible actions. */
export function StudentCard({ student, isTicked, isArchived, onTick, onWrite, onDone, onBack }: CardProps) {
  const name = fullName(student);
  const { done, reasons } = student;
  return (
    <Grid as="li" gap={12} align="start" bordered ground="surface" className={styles.card} data-done={done ? '' : undefined}>
      <input
        type="checkbox"
        className={styles.tick}
        checked={isTicked}
        aria-label={t('attention.tick', { name })}
        onChange={(event) => onTick(event.target.checked)}
      />
      <Avatar name={name} size="m" />
      <Grid gap={4} shrinks className={styles.what}>
        <h3 dir="auto">{name}</h3>
        <Grid as="ul" gap={2} size={14}>
          {reasons.map((reason) => (
            <li key={reason.code}>{reasonWords(reason)}</li>
          ))}
        </Grid>
        {done && (
          <Text size={13} tone="dimmed">
            {t('attention.doneBy', { by: done.by, at: momentOf(done.at) })}
            {done.note !== '' && (
              <Text as="span" tone="text" breaks className={styles.note} dir="auto">
                {done.note}
              </Text>
            )}
          </Text>
        )}
      </Grid>
      <Row gap={8} align="stretch" className={styles.acts}>
        <Button size="s" disabled={isArchived} aria-label={t('attention.writeTo', { name })} onClick={onWrite}>
          {t('attention.write')}
        </Button>
        <Button size="s" disabled={isArchived} aria-label={t(done ? 'attention.backFor' : 'attention.doneFor', { name })} onClick={done ? onBack : onDone}>
          {t(done ? 'attention.back' : 'attention.done')}
        </Button>
      </Row>
    </Grid>
  );
}
