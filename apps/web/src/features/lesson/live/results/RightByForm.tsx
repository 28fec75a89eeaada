import { computePercent, computeShareRight } from '@classwright/rules/live/figures/distribution';
import { PhaseChip } from '../../../../ui/plain/PhaseChip.tsx';
import { Box, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { Skeleton } from '../../../../ui/plain/Skeleton.tsx';
import { t } from '../../../../base/t.ts';
import { useModel } from '../use-live.ts';
import styles from './RightByForm.module.css';

/** Shows, after the lesson, the share of right answers in each form, side by side. */
export function RightByForm() {
  const tallies = useModel((model) => model.summary?.distribution);
  return (
    <Row gap={24} rowGap={8} align="stretch" grow shrinks>
      <h2 className="visually-hidden">{t('teach.rightOfForms')}</h2>
      {!tallies && <Skeleton height={64} />}
      {tallies?.map((tally) => {
        const share = computeShareRight(tally);
        return (
          <Box key={tally.form} grow shrinks>
            <PhaseChip phase={tally.form} />
            <Text weight={650} numbers above={4} className={styles.percent}>
              {share === null ? '–' : t('teach.percent', { percent: computePercent(share) })}
            </Text>
            <Text size={12} leading={1.35} tone="dimmed" nowrap>
              {t('teach.rightOf', { right: tally.right, answered: tally.answered })}
            </Text>
          </Box>
        );
      })}
    </Row>
  );
}
