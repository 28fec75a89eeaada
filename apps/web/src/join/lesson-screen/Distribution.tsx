import type { DistributionView } from '@classwright/contract/lesson/live/views';
import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { useState } from 'react';
import { Chart } from '../../ui/charts/ChartViews.tsx';
import { markAt, type ChartItem } from '../../ui/charts/marks.ts';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconChartDonut, IconTable } from '../../ui/plain/icons.ts';
import { letterAt } from '../../ui/plain/Letter.tsx';
import { t } from '../../base/t.ts';
import { inOrder } from './Choices.tsx';
import styles from './Distribution.module.css';

/** Returns a chart item for each response, colored by position and never by whether it is right. */
function distributionItems(distribution: DistributionView, question: RevealedQuestionView, ownResponseId: number | null): ChartItem[] {
  return inOrder(question.responses).map((response, index) => ({
    key: response.id,
    label: response.response,
    letter: letterAt(index),
    mark: markAt(index),
    value: distribution.counts.find((count) => count.response_id === response.id)?.count ?? 0,
    ...(response.id === ownResponseId && { note: t('join.you') }),
    ...(response.is_valid && { correct: true }),
  }));
}

/** The class's results: a ring with bars, on phones one bar, and a table behind it. */
export function Distribution({
  distribution,
  question,
  ownResponseId,
}: {
  distribution: DistributionView;
  question: RevealedQuestionView;
  ownResponseId: number | null;
}) {
  const [table, setTable] = useState(false);
  const items = distributionItems(distribution, question, ownResponseId);
  return (
    <div className={styles.place}>
      <div className={styles.head}>
        <h3 className={styles.title}>{t('join.howAnswered')}</h3>
        <span className={styles.count}>{t('join.answeredOf', { answered: distribution.answered, of: distribution.of })}</span>
        <IconButton
          icon={table ? IconChartDonut : IconTable}
          label={t(table ? 'join.showChart' : 'join.showTable')}
          size="l"
          iconSize={20}
          onClick={() => setTable(!table)}
        />
      </div>
      <Chart view={table ? 'table' : 'pie'} items={items} title={t('join.howAnswered')} heading={t('join.response')} count={t('join.answers')} />
    </div>
  );
}
