import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { t } from '../../base/t.ts';
import { loadSummary } from './load-summary.ts';
import { SummaryFigures } from './SummaryFigures.tsx';
import { useLoad } from '../../lesson/use-load.ts';

/** The three figures of a lesson so far. */
export function Summary({ of }: { of: readonly number[] }) {
  const { value, problem, reload } = useLoad(`summary ${of.join()}`, async () => ({ found: await loadSummary(of, false) }));
  if (value?.found) return <SummaryFigures summary={value.found.summary} />;
  if (problem) return <LoadFailed error={problem} onRetry={reload} />;
  return value ? <p>{t('join.notYet')}</p> : <SkeletonText lines={4} />;
}
