import type { accessWhy } from '@classwright/contract/people/access/calls';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { IconBan, IconCircleCheck } from '../../../ui/plain/icons.ts';
import { Skeleton } from '../../../ui/plain/Skeleton.tsx';
import styles from './access.module.css';

export type Subject = { account_id: number } | { role_id: number };

interface WhyProps {
  subject: Subject;
  operation?: string;
  resource_id?: number;
  action_id?: number;
}

/** Answers "Why may they do this?" in one line. */
export function Why({ subject, ...wanted }: WhyProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['access', 'why', subject, wanted],
    queryFn: ({ signal }) => api<typeof accessWhy>('GET', '/access/why', { query: { ...subject, ...wanted }, signal }),
  });
  return (
    <div className={styles.why}>
      {data ? (
        <Notice hue={data.allowed ? 'green' : 'gray'} icon={data.allowed ? IconCircleCheck : IconBan}>
          {data.sentence}
        </Notice>
      ) : error && !isFetching ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="70%" />
      )}
    </div>
  );
}
