import { ROSTER_KINDS } from '@classwright/contract/connections/rosters/limits';
import type { Hue } from '../../../base/hue.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import type { Roster } from './calls.ts';
import styles from './rosters.module.css';
import type { RostersSearch } from './search.ts';
import { t } from '../../../base/t.ts';

export const OUTCOME_HUES: Readonly<Record<'new' | 'changed' | 'ends' | 'same' | 'error' | 'not_taken' | 'waits' | 'undecided', Hue>> = {
  new: 'green',
  changed: 'blue',
  ends: 'amber',
  same: 'gray',
  error: 'red',
  not_taken: 'gray',
  waits: 'amber',
  undecided: 'amber',
};
const OUTCOMES = ['new', 'changed', 'ends', 'undecided', 'waits', 'error', 'not_taken', 'same'] as const;

interface CountsProps {
  roster: Roster;
  shown: RostersSearch;
  onShow: (kind: (typeof ROSTER_KINDS)[number], outcome: RostersSearch['outcome']) => void;
}

/** Shows how many rows of each kind will have each result. A press lists them. */
export function Counts({ roster: { counts }, shown, onShow }: CountsProps) {
  const kinds = ROSTER_KINDS.filter((kind) => Object.values(counts[kind] ?? {}).some((count) => count > 0));
  return (
    <section className={styles.counts} aria-label={t('rosters.counts')}>
      <h2>{t('rosters.counts')}</h2>
      <dl>
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{t(`rosters.kind.${kind}`)}</dt>
            <dd>
              {OUTCOMES.filter((outcome) => (counts[kind]?.[outcome] ?? 0) > 0).map((outcome) => {
                const count = counts[kind]?.[outcome] ?? 0;
                const chip = <Chip hue={OUTCOME_HUES[outcome]}>{t('rosters.count', { outcome: t(`rosters.outcome.${outcome}`), count })}</Chip>;
                if (outcome === 'same') return <span key={outcome}>{chip}</span>;
                return (
                  <button
                    key={outcome}
                    type="button"
                    className={styles.count}
                    aria-pressed={shown.kind === kind && shown.outcome === outcome}
                    aria-label={t('rosters.countOf', { kind: t(`rosters.kind.${kind}`), outcome: t(`rosters.outcome.${outcome}`), count })}
                    onClick={() => onShow(kind, outcome)}
                  >
                    {chip}
                  </button>
                );
              })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
