import { computeHint, computePercent, computeShareRight, type NextStepHint } from '@classwright/rules/live/figures/distribution';
import { LIVE_LIMITS } from '@classwright/rules/limits';
import type { TallyView } from '@classwright/contract/lesson/live/views';
import { useId, useState } from 'react';
import { IconEyeOff, IconInfoCircle } from '../../../../ui/plain/icons.ts';
import { phasesOf, type StaffModel } from '../lesson/model.ts';
import { t } from '../../../../base/t.ts';
import { useModel, usePreferences } from '../use-live.ts';
import styles from './RightSoFar.module.css';

const HINTS: readonly NextStepHint[] = ['explain', 'discuss', 'go-on'];

/**
 * Shows how many are right and what that suggests. It uses the same Show button as the distribution, since a laptop may
 * be mirrored.
 */
export function RightSoFar() {
  const { showsFigures } = usePreferences();
  const tally = useModel((model) => model.tally);
  const earlier = useModel(earlierTally);
  const shareBefore = earlier && computeShareRight(earlier);
  const share = tally ? computeShareRight(tally) : null;
  const hint = computeHint(share);
  const before = shareBefore === null ? null : computePercent(shareBefore);
  const beforeWords = earlier && before !== null && <span className={styles.range}>{t('chart.before', { percent: before, form: earlier.form })}</span>;
  return (
    <div className={styles.box}>
      <div className={styles.head}>
        <h2 className={styles.label}>{t('teach.right')}</h2>
        <Hint />
      </div>
      {!showsFigures ? (
        <p className={styles.hidden}>
          <IconEyeOff size={18} />
          {t('teach.rightHidden')}
        </p>
      ) : share === null || hint === null ? (
        <p className={styles.hidden}>
          {t('teach.rightNone')} {beforeWords}
        </p>
      ) : (
        <p className={styles.words}>
          <span className={styles.percent}>{t('teach.percent', { percent: computePercent(share) })}</span>
          <b>{t(`teach.hint.${hint}`)}</b>
          {beforeWords || <span className={styles.range}>{t(`teach.hintRange.${hint}`)}</span>}
        </p>
      )}
      <Gauge percent={showsFigures && share !== null ? computePercent(share) : null} hint={showsFigures ? hint : null} before={showsFigures ? before : null} />
    </div>
  );
}

/** Returns the figures of the form before the one opened last, or null if there is none or they are not known yet. */
function earlierTally(model: StaffModel): TallyView | null {
  const form = phasesOf(model).at(-2)?.form;
  return (form && model.earlier[form]) ?? null;
}

function Hint() {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <span className={styles.hint} onPointerLeave={() => setOpen(false)} onPointerEnter={() => setOpen(true)}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        onBlur={() => setOpen(false)}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        {t('teach.hint')} <IconInfoCircle size={15} />
      </button>
      <span id={id} className={styles.tip} role="status" hidden={!open}>
        {open && t('teach.hintExplained')}
      </span>
    </span>
  );
}

/**
 * A scale from 0 to 100 with three ranges, the current one filled. A pale tick marks the value of the previous form.
 */
function Gauge({ percent, hint, before }: { percent: number | null; hint: NextStepHint | null; before: number | null }) {
  const spoken = percent === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': t('teach.hintSpoken', { percent }) };
  const columns = {
    gridTemplateColumns: `${LIVE_LIMITS.discussFromPercent}fr ${LIVE_LIMITS.discussToPercent - LIVE_LIMITS.discussFromPercent}fr ${100 - LIVE_LIMITS.discussToPercent}fr`,
  };
  return (
    <>
      <div className={styles.gauge} style={columns} {...spoken}>
        {HINTS.map((one) => (
          <span key={one} data-on={one === hint || undefined} />
        ))}
        {before !== null && <i data-before style={{ insetInlineStart: `clamp(0px, calc(${before}% - 2px), calc(100% - 4px))` }} />}
        {percent !== null && <i style={{ insetInlineStart: `clamp(0px, calc(${percent}% - 2px), calc(100% - 4px))` }} />}
      </div>
      <div className={styles.scale} style={columns} aria-hidden>
        {HINTS.map((one) => (
          <span key={one}>{t(`teach.hint.${one}`)}</span>
        ))}
      </div>
    </>
  );
}
