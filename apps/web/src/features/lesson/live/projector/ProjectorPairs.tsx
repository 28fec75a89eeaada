import type { liveProjectorPairs } from '@classwright/contract/lesson/live/pairs';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../base/api.ts';
import { t } from '../../../../base/t.ts';
import { Stack } from '../../../../ui/plain/layout/layout.tsx';
import styles from './ProjectorPairs.module.css';

/** The most groups whose names can be read from the last row. Above, the phones alone tell them. */
const MOST_GROUPS = 40;

/** Shows the names of the published groups on the wall, as large as their number allows. */
export function ProjectorPairs({ assessmentId, revision }: { assessmentId: number; revision: number }) {
  const { data } = useQuery({
    queryKey: ['lessons', assessmentId, 'projector-pairs', revision],
    queryFn: async ({ signal }) =>
      (await api<typeof liveProjectorPairs>('GET', '/live/learning/projector/pairs', { query: { assessment_id: assessmentId }, signal })).pairs,
    refetchInterval: 10_000, // a late student joins a group
    placeholderData: (before) => before,
  });
  const groups = data?.groups ?? [];
  const isReadable = groups.length <= MOST_GROUPS;
  return (
    <Stack as="main" grow shrinks className={styles.pairs} data-many={groups.length > 20 ? 'most' : groups.length > 8 ? 'many' : undefined}>
      <h1>{t('teach.pairs.wall')}</h1>
      {data && !isReadable && <p>{t('teach.pairs.onPhones')}</p>}
      {isReadable && (
        <ul>
          {groups.map((names, place) => (
            <li key={place /* two students may have the same name */}>
              {names.map((name, index) => (
                <bdi key={index}>{name}</bdi>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
