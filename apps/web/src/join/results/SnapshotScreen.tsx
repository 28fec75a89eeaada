import { OwnSnapshot } from '../../lesson/snapshot/OwnSnapshot.tsx';
import { t } from '../../base/t.ts';
import { EmptyState } from '../../ui/plain/EmptyState.tsx';
import { ResultsPage } from './ResultsPage.tsx';

/** The student's live snapshot of a finished lesson. `assessmentId`: null if the address names none. */
export function SnapshotScreen({ assessmentId, onHome }: { assessmentId: number | null; onHome: () => void }) {
  return (
    <ResultsPage title={t('snapshot.title')} onHome={onHome}>
      {assessmentId === null ? (
        <EmptyState title={t('snapshot.noAssessment')}>{t('snapshot.noAssessmentHint')}</EmptyState>
      ) : (
        <>
          <p>
            <a href={`/work-products?assessment_id=${assessmentId}`}>{t('join.workProduct')}</a>
          </p>
          <OwnSnapshot assessmentId={assessmentId} />
        </>
      )}
    </ResultsPage>
  );
}
