import type { questionWorth } from '@classwright/contract/lesson/ideas/calls';
import { type Estimate, KNOWN_ALREADY, LESSONS_TO_JUDGE, LITTLE_GAIN, TOO_MUCH_AT_ONCE } from '@classwright/rules/ideas/question-worth';
import { formatFixed } from '@classwright/rules/round';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../base/api.ts';
import { t } from '../../../../base/t.ts';
import { Grid, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { WorthChip } from '../WorthChip.tsx';
import styles from './ItemAnalysis.module.css';

const FIGURES = ['share', 'gain', 'transfer', 'discrimination'] as const;

/** Says in one word how good a question is, with the rule and the figures behind it. Before five lessons it says how many are missing. */
export function Worth({ questionId }: { questionId: number }) {
  const { data } = useQuery({
    queryKey: ['questions', questionId, 'worth'],
    queryFn: ({ signal }) => api<typeof questionWorth>('GET', '/questions/:id/worth', { params: { id: questionId }, signal }),
  });
  // the figures of the question stand without it
  if (!data || data.lessons === 0) return null;
  const { judged, lessons } = data;
  if (!judged)
    return (
      <Text size={14} tone="dimmed">
        {t('worth.few', { count: lessons, needed: LESSONS_TO_JUDGE })}
      </Text>
    );
  const { worth } = judged;
  const limits = { known: percent(KNOWN_ALREADY), hard: percent(TOO_MUCH_AT_ONCE), gain: formatFixed(LITTLE_GAIN, 1) };
  return (
    <Grid as="section" gap={8} shrinks radius="lg" ground="surface" className={styles.result} aria-labelledby="question-worth">
      <Row as="header" wrap gap={8}>
        <h4 id="question-worth">{t('worth.title')}</h4>
        <WorthChip worth={worth} />
      </Row>
      <Text size={14}>{t(`worth.rule.${worth}`, limits)}</Text>
      <Text size={14} tone="dimmed" numbers>
        {FIGURES.flatMap((figure) => {
          const estimate = judged[figure];
          return estimate ? [t(`worth.figure.${figure}`, inWords(figure, estimate))] : [];
        }).join(' ')}
      </Text>
    </Grid>
  );
}

const percent = (share: number): number => Math.round(share * 100);

/** Returns a figure and its interval: shares in percent, gain and discrimination with two decimals. */
function inWords(figure: (typeof FIGURES)[number], { value, low, high }: Estimate): Record<'value' | 'low' | 'high', string> {
  const isShare = figure === 'share' || figure === 'transfer';
  const text = (number: number) => (isShare ? t('analysis.percent', { percent: percent(number) }) : formatFixed(number, 2));
  return { value: text(value), low: text(low), high: text(high) };
}
