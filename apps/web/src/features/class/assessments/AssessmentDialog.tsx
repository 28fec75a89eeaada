import type { AssessmentView } from '@classwright/contract/class/assessments/calls';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { Button, buttonClasses } from '../../../ui/plain/Button.tsx';
import { IconBroadcast } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Stack } from '../../../ui/plain/layout/layout.tsx';
import { AssessmentDetails } from './AssessmentDetails.tsx';
import { loadAssessment } from './calls.ts';
import { QuestionDetails } from './QuestionDetails.tsx';
import { SnapshotButton } from './snapshot/SnapshotButton.tsx';
import { t } from '../../../base/t.ts';

/**
 * Shows one assessment with its two questions. LIVE LEARNING is only for the account that owns it, once it has a class.
 */
export function AssessmentDialog({ id, onClose }: { id: number | null; onClose: () => void }) {
  const {
    data: assessment,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['assessments', 'one', id],
    queryFn: ({ signal }) => loadAssessment(id ?? 0, signal),
    enabled: id !== null,
  });
  return (
    <Dialog
      opened={id !== null}
      onClose={onClose}
      title={assessment?.title ?? t('assessments.title')}
      width={820}
      shape="full"
      footer={<Footer assessment={assessment} onClose={onClose} />}
    >
      {assessment ? (
        <Content assessment={assessment} />
      ) : error && !isFetching ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonText lines={8} />
      )}
    </Dialog>
  );
}

function Footer({ assessment, onClose }: { assessment: AssessmentView | undefined; onClose: () => void }) {
  return (
    <>
      <Button onClick={onClose}>{t('common.close')}</Button>
      {assessment && <SnapshotButton id={assessment.id} />}
      {assessment?.status === 'finished' && (
        <Link to="/work-products" search={{ assessment_id: assessment.id }} className={buttonClasses()}>
          {t('assessments.workProducts')}
        </Link>
      )}
      {assessment?.is_owner && !assessment.copy && !assessment.is_archived && (
        <Link to="/teacher-live-learning" search={{ assessment_id: assessment.id }} className={buttonClasses({ variant: 'filled' })}>
          <IconBroadcast />
          {t('assessments.liveLearning')}
        </Link>
      )}
    </>
  );
}

function Content({ assessment }: { assessment: AssessmentView }) {
  return (
    <Stack gap={16}>
      <AssessmentDetails assessment={assessment} />
      {assessment.questions.map((question, index) => (
        <QuestionDetails key={question.id} question={question} index={index} />
      ))}
    </Stack>
  );
}
