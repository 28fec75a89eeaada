import { RunProgress } from '../../../../ui/import/RunProgress.tsx';
import type { Import } from '../calls.ts';
import { t } from '../../../../base/t.ts';

/** Shows the progress of an import, or that its file is being read. The total is unknown before the first rows. */
export function ImportProgress(props: { current: Import } | { words: string }) {
  const { done_rows: done, total_rows: total } = 'current' in props ? props.current : { done_rows: 0, total_rows: 0 };
  const words = 'words' in props ? props.words : t('import.importing');
  return (
    <RunProgress label={t('import.progressLabel')} done={done} total={total}>
      {total > 0 ? t('import.progress', { done, total }) : words}
    </RunProgress>
  );
}
