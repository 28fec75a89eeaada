import type { AssessmentView, assessmentGet } from '@classwright/contract/assessments';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../app/api.ts';
import { t } from '../../app/t.ts';
import { Dialog } from '../../ui/plain/Dialog.tsx';
import { buttonClasses } from '../../ui/plain/Button.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { IconBroadcast } from '../../ui/plain/icons.ts';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { AssessmentDetails } from './AssessmentDetails.tsx';
import { QuestionDetails } from './QuestionDetails.tsx';
import styles from './Assessments.module.css';

/** One assessment with its two questions. LIVE LEARNING only for the account that owns it. */
export function AssessmentDialog({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['assessments', 'one', id],
    queryFn: ({ signal }) => api<typeof assessmentGet>('GET', '/assessments/:id', { params: { id: id ?? 0 }, signal }),
    enabled: id !== null,
  });
  const assessment = data?.assessment;
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
      {assessment?.is_owner && (
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
    <div className={styles.content}>
      <AssessmentDetails assessment={assessment} />
      {assessment.questions.map((question, index) => (
        <QuestionDetails key={question.id} question={question} index={index} />
      ))}
    </div>
  );
}
