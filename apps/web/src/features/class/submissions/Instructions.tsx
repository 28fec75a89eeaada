import type { CourseWorkMaterialView } from '@classwright/contract/class/classwork/calls';
import { isEmptyDocument } from '@classwright/rules/rich-text';
import { useQuery } from '@tanstack/react-query';
import { dayOf, timeOf } from '../../../base/dates.ts';
import { IconCalendar } from '../../../ui/plain/icons.ts';
import { IconLink, IconPaperclip, IconStar } from '../../../ui/feature-icons/icons.ts';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx';
import { ViewLink } from '../../school/files/index.ts';
import { loadQuestions, type Work } from './calls.ts';
import { t } from '../../../base/t.ts';
import { pointsText } from './words.ts';
import styles from './work.module.css';

/**
 * Shows a work's description, due date, points and attachments. For an upcoming lesson, students see only title and
 * date.
 */
export function Instructions({ work, isStudent = false }: { work: Work; isStudent?: boolean }) {
  const isVeiled = isStudent && work.assessment_id !== null && work.assessment_status !== 'finished';
  return (
    <div className={styles.page}>
      <h3 className={styles.title} dir="auto">
        {work.title}
      </h3>
      <ul className={styles.facts}>
        <li>
          <IconCalendar size={16} />
          {work.due_at ? t('openWork.due', { day: dayOf(work.due_at), time: timeOf(work.due_at) }) : t('openWork.noDue')}
        </li>
        {!isVeiled && (
          <li>
            <IconStar size={16} />
            {work.maxPoints === null ? t('openWork.noPoints') : t('openWork.points', { points: pointsText(work.maxPoints) })}
          </li>
        )}
      </ul>
      {isVeiled ? <p className={styles.none}>{t('openWork.veiled')}</p> : <Description work={work} />}
      {work.materials.length > 0 && (
        <section aria-label={t('openWork.materials')}>
          <h4 className={styles.heading}>{t('openWork.materials')}</h4>
          <ul className={styles.files}>
            {work.materials.map((material, index) => (
              <li key={index}>
                <Material material={material} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {work.assessment_id !== null && !isVeiled && <Questions assessmentId={work.assessment_id} />}
    </div>
  );
}

const Description = ({ work }: { work: Work }) =>
  isEmptyDocument(work.description) ? <p className={styles.none}>{t('openWork.noInstruction')}</p> : <RichTextView document={work.description} />;

function Material({ material: { driveFile, youtubeVideo, link, form } }: { material: CourseWorkMaterialView }) {
  if (driveFile)
    return (
      <>
        <IconPaperclip size={18} />
        <span>
          <span dir="auto">{driveFile.title}</span>
          {driveFile.shareMode !== 'VIEW' && <small className={styles.howShared}>{t(`openWork.material.${driveFile.shareMode}`)}</small>}
        </span>
        <ViewLink file={{ file_id: driveFile.id, name: driveFile.title, url: driveFile.alternateLink, mimeType: driveFile.mimeType }} />
      </>
    );
  const page = youtubeVideo
    ? { title: youtubeVideo.title, url: youtubeVideo.alternateLink }
    : link
      ? { title: link.title, url: link.url }
      : { title: form?.title ?? '', url: form?.formUrl ?? '' };
  return (
    <>
      <IconLink size={18} />
      <a href={page.url} target="_blank" rel="noopener noreferrer" dir="auto">
        {page.title || page.url}
      </a>
    </>
  );
}

/** Shows a lesson's questions. Its students see them once it has ended. */
function Questions({ assessmentId }: { assessmentId: number }) {
  const questions = useQuery({ queryKey: ['course-work-questions', assessmentId], queryFn: ({ signal }) => loadQuestions(assessmentId, signal) });
  return (
    <section aria-label={t('openWork.questions')}>
      <h4 className={styles.heading}>{t('openWork.questions')}</h4>
      {questions.data ? (
        questions.data.length === 0 ? (
          <EmptyState compact title={t('openWork.noQuestion')} />
        ) : (
          <ol className={styles.questions}>
            {questions.data.map(({ title, description }, index) => (
              <li key={index}>
                <p className={styles.questionTitle} dir="auto">
                  {title}
                </p>
                <RichTextView document={description} />
              </li>
            ))}
          </ol>
        )
      ) : questions.error ? (
        <LoadFailed error={questions.error} pending={questions.isFetching} onRetry={() => void questions.refetch()} />
      ) : (
        <SkeletonText lines={3} />
      )}
    </section>
  );
}
