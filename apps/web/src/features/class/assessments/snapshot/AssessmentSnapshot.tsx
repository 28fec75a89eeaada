import type { AssessmentQuestionView } from '@classwright/contract/class/assessments/calls';
import type { CriterionView, RubricRowView } from '@classwright/contract/bank/questions/views';
import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { Stack } from '../../../../ui/plain/layout/layout.tsx';
import { AssessmentDetails } from '../AssessmentDetails.tsx';
import { type Assessment, loadAssessment } from '../calls.ts';
import { QuestionDetails } from '../QuestionDetails.tsx';
import { t } from '../../../../base/t.ts';
import { SnapshotButton } from './SnapshotButton.tsx';
import styles from './snapshot.module.css';

export const useSnapshot = (id: number) => useQuery({ queryKey: ['assessments', 'one', id], queryFn: ({ signal }) => loadAssessment(id, signal) });

/** Shows an assessment's snapshot within another screen. The snapshot itself opens in a separate window. */
export function AssessmentSnapshot({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useSnapshot(id);
  if (data)
    return (
      <>
        <div>
          <SnapshotButton id={id} />
        </div>
        <SnapshotParts assessment={data} level={3} />
      </>
    );
  return error ? <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} /> : <SkeletonText lines={10} />;
}

/**
 * Shows the subject of an assessment, and its questions with their responses and rubrics. `level`: the heading level of
 * its questions.
 */
export function SnapshotParts({ assessment, level }: { assessment: Assessment; level: 2 | 3 }) {
  return (
    <>
      <AssessmentDetails assessment={assessment} />
      {assessment.questions.map((question, index) => (
        <Stack key={question.id} gap={14}>
          <QuestionDetails question={question} index={index} level={level} withPoints />
          <Rubrics question={question} />
        </Stack>
      ))}
    </>
  );
}

function Rubrics({ question }: { question: AssessmentQuestionView }) {
  return (
    <>
      {question.rubrics.length > 0 && <Rubric title={t('assessments.rubric')} rows={question.rubrics} />}
      {question.open_response.map((criterion: CriterionView) => (
        <Rubric
          key={criterion.criterion_name}
          title={t('assessments.criterion', { name: criterion.criterion_name })}
          about={criterion.description}
          rows={criterion.rubrics}
        />
      ))}
    </>
  );
}

function Rubric({ title, about, rows }: { title: string; about?: string; rows: readonly RubricRowView[] }) {
  return (
    <table className={styles.rubric}>
      <caption>
        {title}
        {about && <span>{about}</span>}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('assessments.point')}</th>
          <th scope="col">{t('assessments.level')}</th>
          <th scope="col">{t('assessments.description')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ point, level, description }, index) => (
          <tr key={`${level}${index}`}>
            <td>{point}</td>
            <td>{level}</td>
            <td>{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
