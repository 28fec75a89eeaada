import type { AssessmentQuestionView } from '@classwright/contract/assessments';
import type { CriterionView, RubricRowView } from '@classwright/contract/question-views';
import { useQuery } from '@tanstack/react-query';
import { NotFound } from '../../../ui/plain/NotFound.tsx';
import { parseId, searchParser } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useTitle } from '../../../base/use-title.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconPrinter } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { AssessmentDetails } from '../AssessmentDetails.tsx';
import { type Assessment, loadAssessment } from '../calls.ts';
import { QuestionDetails } from '../QuestionDetails.tsx';
import { t } from '../t.ts';
import styles from './snapshot.module.css';

const parseSnapshotSearch = searchParser({ id: parseId });
export type SnapshotSearch = ReturnType<typeof parseSnapshotSearch>;

/** An assessment on one page, to be read and printed: both questions with their responses and rubrics. For staff. */
export function SnapshotScreen() {
  const { id: asked } = usePageSearch(parseSnapshotSearch).search;
  return <main className={styles.page}>{asked === undefined ? <NotFound /> : <Loaded asked={asked} />}</main>;
}

function Loaded({ asked }: { asked: number }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['assessments', 'one', asked],
    queryFn: ({ signal }) => loadAssessment(asked, signal),
  });
  useTitle(data?.title ?? t('assessments.snapshot'));
  if (data) return <Snapshot assessment={data} />;
  return error && !isFetching ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <SkeletonText lines={10} />;
}

function Snapshot({ assessment }: { assessment: Assessment }) {
  return (
    <>
      <header className={styles.head}>
        <h1>{assessment.title}</h1>
        <Button icon={IconPrinter} className={styles.print} onClick={() => window.print()}>
          {t('assessments.print')}
        </Button>
      </header>
      <AssessmentDetails assessment={assessment} />
      {assessment.questions.map((question, index) => (
        <div key={question.id} className={styles.question}>
          <QuestionDetails question={question} index={index} level={2} withPoints />
          <Rubrics question={question} />
        </div>
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
