import { ROSTER_CHOICES, type RosterChoice } from '@classwright/contract/connections/rosters/limits';
import { CheckField } from '../../../ui/plain/Field.tsx';
import type { Roster } from './calls.ts';
import styles from './rosters.module.css';
import { t } from '../../../base/t.ts';

interface ChoicesProps {
  offers: NonNullable<Roster['offers']>;
  mayChoose: (choice: RosterChoice) => boolean;
  onChoose: (choice: RosterChoice, chosen: boolean) => void;
}

/** Offers choices for all rows of a preview that allow them. Each row has the same choices. */
export function Choices({ offers, mayChoose, onChoose }: ChoicesProps) {
  const offered = ROSTER_CHOICES.filter((choice) => (offers[choice]?.offered ?? 0) > 0);
  if (offered.length === 0) return null;
  return (
    <section className={styles.remarks} aria-label={t('rosters.choices')}>
      <h2>{t('rosters.choices')}</h2>
      {offered.map((choice) => {
        const { offered: count, chosen } = offers[choice] ?? { offered: 0, chosen: 0 };
        return (
          <CheckField
            key={choice}
            label={t('rosters.chooseAll', { what: t(`rosters.choose.${choice}`), chosen, all: count })}
            checked={chosen === count}
            disabled={!mayChoose(choice)}
            onChange={({ target }) => onChoose(choice, target.checked)}
          />
        );
      })}
    </section>
  );
}
