import { classes } from '../../../ui/plain/classes.ts';
import { t } from '../../../base/t.ts';
import styles from './SignIn.module.css';

/** Ribbons with their start and end (left top, right top, height) and their tint. */
const FLOWS = [
  { left: 20, right: 20, height: 120.6, tint: 'a' },
  { left: 175.4, right: 140.6, height: 83.1, tint: 'b' },
  { left: 306.8, right: 223.7, height: 34.8, tint: 'c' },
  { left: 381.8, right: 258.5, height: 13.4, tint: 'c' },
  { left: 140.6, right: 355, height: 8, tint: 'rest' },
  { left: 258.5, right: 363, height: 21.4, tint: 'rest' },
  { left: 341.6, right: 384.5, height: 13.4, tint: 'rest' },
  { left: 395.2, right: 397.9, height: 13.4, tint: 'rest' },
] as const;

const BEFORE = [
  ['A', 42, 20, 128.6],
  ['B', 35, 175.4, 104.5],
  ['C', 15, 306.8, 48.2],
  ['D', 8, 381.8, 26.8],
] as const;

/** A picture of a lesson: many answers become one understanding. It is decorative and has its own text. */
export function Figure() {
  return (
    <svg viewBox="10 0 690 480" className={classes(styles.figure, 'cw-directed')} direction="ltr" aria-hidden focusable={false}>
      {FLOWS.map(({ left, right, height, tint }) => (
        <path
          key={`${left} ${right}`}
          data-tint={tint}
          d={`M120 ${left}C340 ${left} 360 ${right} 560 ${right}V${right + height}C360 ${right + height} 340 ${left + height} 120 ${left + height}Z`}
        />
      ))}
      {BEFORE.map(([letter, percent, y, height]) => (
        <g key={letter}>
          <rect x="108" y={y} width="8" height={height} rx="4" data-tint="bar" />
          <text x="92" y={y + height / 2 + 6} textAnchor="end" fontWeight="650">{`${letter} ${percent}%`}</text>
        </g>
      ))}
      <rect x="564" y="20" width="8" height="251.9" rx="4" data-tint="bar" />
      <text x="588" y="152" fontWeight="650">
        A 81%
      </text>
      <rect x="564" y="355" width="8" height="56.3" rx="4" data-tint="restBar" />
      <text x="588" y="389">
        19%
      </text>
      <text x="112" y="456" textAnchor="middle" fontWeight="600">
        {t('signIn.onYourOwn')}
      </text>
      <text x="568" y="456" textAnchor="middle" fontWeight="600">
        {t('signIn.afterTalking')}
      </text>
    </svg>
  );
}
