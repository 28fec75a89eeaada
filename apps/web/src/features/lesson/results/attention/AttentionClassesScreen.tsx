import { NAMES_AT_FIRST } from '@classwright/rules/results/attention';
import type { attentionClasses, AttentionClassView } from '@classwright/contract/lesson/results/attention';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../base/api.ts';
import { fullName } from '../../../../base/full-name.ts';
import { t } from '../../../../base/t.ts';
import { AppLink } from '../../../../ui/plain/AppLink.tsx';
import { Avatar } from '../../../../ui/plain/Avatar.tsx';
import { Panel } from '../../../../ui/plain/Card.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../../ui/plain/PageHeader.tsx';
import { PrintHead, useIsPrinting } from '../../../../ui/print/PrintHead.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { Grid, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import styles from './attention.module.css';
import { attentionClassesKey } from './calls.ts';
import { reasonText } from './reason-words.ts';

/** Lists, for each of one's classes, the students who need attention. */
export function AttentionClassesScreen() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: attentionClassesKey,
    queryFn: ({ signal }) => api<typeof attentionClasses>('GET', '/results/attention/classes', { signal }),
  });
  return (
    <>
      <PrintHead />
      <PageHeader title={t('attention.title')} />
      <Text as="p" tone="dimmed" className={styles.hint}>
        {t('attention.classesHint')}
      </Text>
      {!data ? (
        error ? (
          <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
        ) : (
          <SkeletonText lines={8} />
        )
      ) : data.data.length === 0 ? (
        <EmptyState title={t('attention.noClass')}>{t('attention.noClassHint')}</EmptyState>
      ) : (
        <Grid gap={16} className={styles.classes}>
          {data.data.map((course) => (
            <ClassNames key={course.course_id} course={course} />
          ))}
        </Grid>
      )}
    </>
  );
}

function ClassNames({ course: { course_id, class_name, lessons, data } }: { course: AttentionClassView }) {
  const to = `/class-attention/${course_id}`;
  const shown = useIsPrinting() ? data.length : NAMES_AT_FIRST;
  const more = data.length - shown;
  return (
    <Panel
      className={styles.panel}
      title={
        <AppLink to={to} dir="auto">
          {class_name}
        </AppLink>
      }
      aria-label={class_name}
      side={
        data.length > 0 && (
          <Text as="span" tone="dimmed" size={13}>
            {t('attention.classNames', { count: data.length })}
          </Text>
        )
      }
    >
      {data.length === 0 ? (
        <Text as="p" tone="dimmed">
          {t(lessons === 0 ? 'attention.classNoLesson' : 'attention.classNobody')}
        </Text>
      ) : (
        <Stack as="ul" gap={8}>
          {data.slice(0, shown).map((student) => (
            <Grid as="li" key={student.account_id} gap={8} align="start" className={styles.brief}>
              <Avatar name={fullName(student)} size="s" />
              <Stack gap={2} shrinks>
                <b dir="auto">{fullName(student)}</b>
                {student.reasons.map((reason) => (
                  <Text key={reason.code} as="span" size={13}>
                    {reasonText(reason)}
                  </Text>
                ))}
              </Stack>
            </Grid>
          ))}
        </Stack>
      )}
      {more > 0 && <AppLink to={to}>{t('attention.more', { count: more })}</AppLink>}
    </Panel>
  );
}
