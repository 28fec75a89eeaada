import { FORM_KEYS, FORMS } from '@classwright/contract/lesson/live/forms';
import type { LessonSummaryView } from '@classwright/contract/lesson/live/views';
import { useState } from 'react';
import { Chart } from '../../ui/charts/ChartViews.tsx';
import type { ChartItem } from '../../ui/charts/marks.ts';
import { Card } from '../../ui/plain/Card.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { Grid, Row, Text } from '../../ui/plain/layout/layout.tsx';
import { IconChartDonut, IconTable } from '../../ui/plain/icons.ts';
import { t } from '../../base/t.ts';
import styles from './SummaryFigures.module.css';

type Level = 'h2' | 'h3';

/** Shows total likes against total comments, one figure per form. */
export function SummaryFigures({ summary, level = 'h2' }: { summary: LessonSummaryView; level?: Level }) {
  return (
    <Grid gap={12}>
      {FORMS.map((form) => {
        const { total_likes, total_comments } = summary[FORM_KEYS[form]];
        if (summary.not_asked?.includes(form)) return <NotAsked key={form} level={level} form={form} />;
        return <FormFigure key={form} level={level} form={form} likes={total_likes} comments={total_comments} />;
      })}
    </Grid>
  );
}

function NotAsked({ level: Heading, form }: { level: Level; form: string }) {
  return (
    <Card className={styles.card} aria-label={form}>
      <Row justify="between" className={styles.head}>
        <Heading className={styles.title}>{form}</Heading>
        <Text tone="dimmed">{t('join.notAsked')}</Text>
      </Row>
    </Card>
  );
}

function FormFigure({ level: Heading, form, likes, comments }: { level: Level; form: string; likes: number; comments: number }) {
  const [table, setTable] = useState(false);
  const items: ChartItem[] = [
    { key: 'likes', label: t('join.likesWord'), value: likes, mark: 'a' },
    { key: 'comments', label: t('join.commentsWord'), value: comments, mark: 'b' },
  ];
  return (
    <Card className={styles.card} aria-label={form}>
      <Row justify="between" className={styles.head}>
        <Heading className={styles.title}>{form}</Heading>
        <IconButton
          icon={table ? IconChartDonut : IconTable}
          label={t(table ? 'join.showChart' : 'join.showTable')}
          size="l"
          iconSize={20}
          onClick={() => setTable(!table)}
        />
      </Row>
      <Chart
        view={table ? 'table' : 'pie'}
        items={items}
        title={`${form}: ${t('join.likesAndComments')}`}
        heading={t('join.reactions')}
        count={t('join.reactions')}
      />
    </Card>
  );
}
