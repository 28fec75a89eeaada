import type { ConvincingReasonView, itemAnalysisGet, ItemResultView } from '@classwright/contract/lesson/item-analysis/calls';
import { computePercent } from '@classwright/rules/live/figures/distribution';
import { formatFixed } from '@classwright/rules/round';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../base/api.ts';
import { dayOf } from '../../../../base/dates.ts';
import { useChunk } from '../../../../base/use-chunk.ts';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import type { Hue } from '../../../../base/hue.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import styles from './ItemAnalysis.module.css';
import { ResponseCounts } from './ResponseCounts.tsx';
import { Worth } from './Worth.tsx';
import { t } from '../../../../base/t.ts';

/** Below this number of answers, chance affects a class more than the figures show. */
const FEW_ANSWERS = 15;

const HINT_HUES: Record<NonNullable<ItemResultView['hint']>, Hue> = { explain: 'amber', discuss: 'green', 'go-on': 'gray' };

const loadMoves = () => import('./ItemMoves.tsx');

/** Shows how a question did in the lessons that asked it, for staff. */
export function ItemAnalysis({ questionId }: { questionId: number }) {
  const analysis = useQuery({
    queryKey: ['questions', questionId, 'item-analysis'],
    queryFn: ({ signal }) => api<typeof itemAnalysisGet>('GET', '/questions/:id/item-analysis', { params: { id: questionId }, signal }),
  });
  const results = analysis.data?.data;
  return (
    <Grid as="section" gap={12} shrinks aria-labelledby="item-analysis">
      <h3 id="item-analysis">{t('analysis.title')}</h3>
      {analysis.isError && !results ? (
        <LoadFailed error={analysis.error} onRetry={() => void analysis.refetch()} />
      ) : !results ? (
        <SkeletonText lines={4} />
      ) : results.length === 0 ? (
        <EmptyState compact title={t('analysis.none')}>
          {t('analysis.noneHint')}
        </EmptyState>
      ) : (
        [
          <Worth key="worth" questionId={questionId} />,
          ...results.map((result) => <Result key={`${result.question_version_id} ${result.part}`} result={result} />),
        ]
      )}
      {analysis.data && analysis.data.reasons.length > 0 && <Reasons reasons={analysis.data.reasons} />}
    </Grid>
  );
}

const percent = (share: number | null) => (share === null ? '–' : t('analysis.percent', { percent: computePercent(share) }));
const answers = (count: number) => t('analysis.answers', { count });
const signed = (value: number | null) => (value === null ? '–' : formatFixed(value, 2));

function Result({ result }: { result: ItemResultView }) {
  const isDiscussed = result.part === 'first';
  const hasMoves = result.moves.length > 0;
  const drawing = useChunk(loadMoves, hasMoves);
  const asked = t('analysis.asked', { count: result.times_asked, date: dayOf(result.last_asked_at) });
  return (
    <Grid as="article" gap={10} shrinks radius="lg" ground="surface" className={styles.result}>
      <Row as="header" wrap gap={8}>
        <h4>{t(`analysis.part.${result.part}`)}</h4>
        <Chip hue="gray">{t('analysis.version', { version: result.version })}</Chip>
        {result.hint && <Chip hue={HINT_HUES[result.hint]}>{t(`analysis.hint.${result.hint}`)}</Chip>}
      </Row>
      <Text size={14} tone="dimmed">
        {asked} {result.answered_first < FEW_ANSWERS && t('analysis.few')}
      </Text>
      <Grid as="dl" gap={10} className={styles.figures}>
        <Figure label={t(isDiscussed ? 'analysis.share1A' : 'analysis.share2')} value={percent(result.share_first)} note={answers(result.answered_first)} />
        {isDiscussed && <Figure label={t('analysis.share1B')} value={percent(result.share_second)} note={answers(result.answered_second)} />}
        {isDiscussed && <Figure label={t('analysis.gain')} value={signed(result.gain)} note={t('analysis.gainHint')} />}
        <Figure label={t('analysis.discrimination')} value={signed(result.discrimination)} note={t('analysis.discriminationHint')} />
        {isDiscussed && (
          <Figure
            label={t('analysis.transfer')}
            value={percent(result.transfer_if_right)}
            note={t('analysis.transferHint', { right: percent(result.transfer_if_right), wrong: percent(result.transfer_if_wrong) })}
          />
        )}
      </Grid>
      {hasMoves && drawing && <drawing.ItemMoves result={result} />}
      <ResponseCounts result={result} />
    </Grid>
  );
}

/** The reasons that convinced classes of the school in earlier lessons, without names. */
function Reasons({ reasons }: { reasons: readonly ConvincingReasonView[] }) {
  return (
    <Grid as="section" gap={10} shrinks radius="lg" ground="surface" className={styles.result} aria-labelledby="convincing-reasons">
      <h4 id="convincing-reasons">{t('analysis.reasons')}</h4>
      <Text size={14} tone="dimmed">
        {t('analysis.reasonsHint')}
      </Text>
      <Grid as="ul" gap={12}>
        {reasons.map(({ response, comment, votes, voters }, at) => (
          <Grid as="li" key={at} gap={2} shrinks>
            <RichTextView document={comment} />
            <Text size={13} tone="dimmed" numbers>
              <MathText text={response} /> · {t('analysis.reasonVotes', { votes, voters })}
            </Text>
          </Grid>
        ))}
      </Grid>
    </Grid>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <Grid gap={2} className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b>
        <span>{note}</span>
      </dd>
    </Grid>
  );
}
