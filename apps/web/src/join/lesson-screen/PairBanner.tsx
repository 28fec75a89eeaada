import { locale } from '../../base/language.ts';
import { t } from '../../base/t.ts';
import { IconUsers } from '../../ui/plain/icons.ts';
import { classes } from '../../ui/plain/classes.ts';
import { hueClass } from '../../ui/plain/hues.ts';
import styles from './PairBanner.module.css';
import { useModel, usePhase } from './use-lesson.ts';

/** The place of the names in the sentence around them. */
const NAMES = '\u0000';

/**
 * Shows the names of the own group, between the end of Form - 1A and the answer in Form - 1B. It can be folded to the
 * names, which are isolated from the sentence, since they may be in another script.
 */
export function PairBanner() {
  const names = usePairNames();
  const { pair } = useModel();
  if (!names || !pair) return null;
  const [before = '', after = ''] = t('join.pair.talkTo', { names: NAMES }).split(NAMES);
  const list = new Intl.ListFormat(locale(), { type: 'conjunction' }).formatToParts(names);
  return (
    <details className={classes(styles.banner, hueClass('blue'))} open data-pair>
      <summary>
        <IconUsers size={22} />
        <span>
          {before}
          {list.map(({ type, value }, index) =>
            type === 'element' ? (
              <b key={index}>
                <bdi>{value}</bdi>
              </b>
            ) : (
              value
            ),
          )}
          {after}
        </span>
      </summary>
      <p>
        {pair.chose_differently && `${t('join.pair.different')} `}
        {t('join.pair.how')}
      </p>
    </details>
  );
}

/** Returns the names of those to talk to now; null when there is nobody, or it is not the time. */
export function usePairNames(): readonly string[] | null {
  const phase = usePhase();
  const { known, pair } = useModel();
  if (!pair || pair.names.length === 0 || pair.pairs_revision !== known?.pairsRevision) return null;
  return phase?.form === 'Form - 1B' || (phase?.form === 'Form - 1A' && phase.closed) ? pair.names : null;
}
