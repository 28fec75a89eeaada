import type { itemAnalysisGet, ItemResultView } from '@classwright/contract/lesson/item-analysis/calls';
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
import styles from './ItemAnalysis.module.css';
import { ResponseCounts } from './ResponseCounts.tsx';
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
    <section className={styles.box} aria-labelledby="item-analysis">
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
        results.map((result) => <Result key={`${result.question_version_id} ${result.part}`} result={result} />)
      )}
    </section>
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
    <article className={styles.result}>
      <header className={styles.head}>
        <h4>{t(`analysis.part.${result.part}`)}</h4>
        <Chip hue="gray">{t('analysis.version', { version: result.version })}</Chip>
        {result.hint && <Chip hue={HINT_HUES[result.hint]}>{t(`analysis.hint.${result.hint}`)}</Chip>}
      </header>
      <p className={styles.asked}>
        {asked} {result.answered_first < FEW_ANSWERS && t('analysis.few')}
      </p>
      <dl className={styles.figures}>
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
      </dl>
      {hasMoves && drawing && <drawing.ItemMoves result={result} />}
      <ResponseCounts result={result} />
    </article>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b>
        <span>{note}</span>
      </dd>
    </div>
  );
}
