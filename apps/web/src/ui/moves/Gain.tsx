import { bandOf, computeGain, computeGainInterval, type GainBand, type MoveCounts } from '@classwright/rules/results/gain';
import { formatFixed } from '@classwright/rules/round';
import { Interval } from '../charts/Interval.tsx';
import { t } from '../../base/t.ts';
import { certaintyText } from './gain-words.ts';
import styles from './Gain.module.css';

/** Hake's bands on the line. A loss is to the left of all of them. */
const bands = [
  { name: 'low', from: 0, to: 0.3 },
  { name: 'medium', from: 0.3, to: 0.7 },
  { name: 'high', from: 0.7, to: 1 },
] as const satisfies readonly { name: GainBand; from: number; to: number }[];

/** Shows the class's normalized gain on one line: the figure, its band, its uncertainty, and its position. */
export function Gain({ moves }: { moves: MoveCounts }) {
  const gain = computeGain(moves);
  if (gain === null) return <p className={styles.gainHint}>{t(moves.kept_right + moves.right_to_wrong > 0 ? 'gain.nothing' : 'gain.nobody')}</p>;
  const interval = computeGainInterval(moves);
  const band = bandOf(gain);
  const two = (value: number): string => formatFixed(value, 2);
  return (
    <div className={styles.gain}>
      <p className={styles.gainFigure}>
        {t('gain.title')} <b>{two(gain)}</b> <span>{t(`gain.${band}`)}</span>
      </p>
      <Interval
        value={gain}
        interval={interval}
        bands={bands.map(({ name, ...stretch }) => ({ ...stretch, label: t(`gain.${name}`), here: name === band }))}
        from={gain < 0 || (interval && interval.low < 0) ? -1 : 0}
        label={t('gain.where', { gain: two(gain), band: t(`gain.${band}`) })}
      />
      <p className={styles.gainHint}>
        {t('gain.hint')} {t('gain.of', { gained: moves.wrong_to_right - moves.right_to_wrong, possible: moves.wrong_to_right + moves.kept_wrong })}{' '}
        {certaintyText(moves)}
      </p>
    </div>
  );
}
