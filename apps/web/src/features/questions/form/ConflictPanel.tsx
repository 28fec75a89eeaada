import { dayOf, timeOf } from '../../../base/dates.ts';
import { Segments } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { fieldLabel, FieldWords } from '../field-words.tsx';
import { t } from '../t.ts';
import styles from './conflict.module.css';
import type { QuestionField, QuestionValues } from './values.ts';

export interface Conflict {
  /** Who saved it meanwhile; null where the server does not say. */
  by: { name: string; isSelf: boolean } | null;
  at: string;
  mine: QuestionValues;
  theirs: QuestionValues;
  taken: readonly QuestionField[];
  differing: readonly QuestionField[];
  /** Fields of which theirs was chosen. */
  chosenTheirs: readonly QuestionField[];
}

interface ConflictPanelProps {
  conflict: Conflict;
  onChoose: (fields: readonly QuestionField[], whose: 'mine' | 'theirs') => void;
}

/** Two people edited at once: who, what differs, and a choice for each; neither's words are lost. */
export function ConflictPanel({ conflict, onChoose }: ConflictPanelProps) {
  const { by, at, mine, theirs, taken, differing, chosenTheirs } = conflict;
  const time = `${dayOf(at)}, ${timeOf(at)}`;
  return (
    <div className={styles.panel}>
      <Notice hue="amber" assertive>
        <p className={styles.title}>
          {by?.isSelf
            ? t('bank.conflict.titleSelf', { time })
            : by
              ? t('bank.conflict.title', { name: by.name, time })
              : t('bank.conflict.titleUnknown', { time })}
        </p>
        {taken.length > 0 && <p>{t('bank.conflict.taken', { fields: taken.map(fieldLabel).join(', ') })}</p>}
        <p>{differing.length > 0 ? t('bank.conflict.differs') : t('bank.conflict.same')}</p>
      </Notice>
      {differing.length > 1 && (
        <div className={styles.all}>
          <Button size="s" onClick={() => onChoose(differing, 'mine')}>
            {t('bank.conflict.keepMine')}
          </Button>
          <Button size="s" onClick={() => onChoose(differing, 'theirs')}>
            {t('bank.conflict.takeTheirs')}
          </Button>
        </div>
      )}
      {differing.map((field) => (
        <section key={field} className={styles.field} aria-label={fieldLabel(field)}>
          <div className={styles.choice}>
            <Segments
              label={t('bank.conflict.field', { field: fieldLabel(field) })}
              value={chosenTheirs.includes(field) ? 'theirs' : 'mine'}
              segments={[
                { value: 'mine', label: t('bank.conflict.keepMine') },
                { value: 'theirs', label: t('bank.conflict.takeTheirs') },
              ]}
              onChange={(whose) => onChoose([field], whose)}
            />
          </div>
          <div className={styles.sides}>
            <div data-chosen={!chosenTheirs.includes(field) || undefined}>
              <h3>{t('bank.conflict.mine')}</h3>
              <FieldWords field={field} values={mine} />
            </div>
            <div data-chosen={chosenTheirs.includes(field) || undefined}>
              <h3>{t('bank.conflict.theirs')}</h3>
              <FieldWords field={field} values={theirs} />
            </div>
          </div>
        </section>
      ))}
    </div>
  );
}
