import type { liveProjectorPairs } from '@classwright/contract/lesson/live/pairs';
import { useEffect, useRef } from 'react';
import { api } from '../../../../base/api.ts';
import { t } from '../../../../base/t.ts';
import { useLoad } from '../../../../lesson/use-load.ts';
import { Stack } from '../../../../ui/plain/layout/layout.tsx';
import styles from './ProjectorPairs.module.css';
import { useFit } from './ProjectorQuestion.tsx';

/** The most groups whose names can be read from the last row. Above, the phones alone tell them. */
const MOST_GROUPS = 40;
/** A late student joins a group without a new revision, so the names are requested again. */
const AGAIN_MS = 10_000;
const NO_GROUPS: readonly string[][] = [];

/** Shows the names of the published groups on the wall, as large as their number allows. */
export function ProjectorPairs({ assessmentId, revision }: { assessmentId: number; revision: number }) {
  const { value, reload } = useLoad(String(assessmentId), () =>
    api<typeof liveProjectorPairs>('GET', '/live/learning/projector/pairs', { query: { assessment_id: assessmentId } }),
  );
  const shown = useRef(revision);
  useEffect(() => {
    if (shown.current !== revision) reload();
    shown.current = revision;
    const timer = setInterval(reload, AGAIN_MS);
    return () => clearInterval(timer);
  }, [reload, revision]);
  const pairs = value?.pairs;
  const groups = pairs?.groups ?? NO_GROUPS;
  const box = useRef<HTMLElement>(null);
  useFit(box, groups);
  const isReadable = groups.length <= MOST_GROUPS;
  return (
    <Stack as="main" grow shrinks ref={box} className={styles.pairs} data-fits data-many={groups.length > 20 ? 'most' : groups.length > 8 ? 'many' : undefined}>
      <h1>{t('teach.pairs.wall')}</h1>
      {pairs && !isReadable && <p>{t('teach.pairs.onPhones')}</p>}
      {isReadable && (
        <ul>
          {/* two students may have the same name, and two groups the same names, so places are the keys */}
          {groups.map((names, group) => (
            <li key={`group ${group}`}>
              {names.map((name, place) => (
                <bdi key={`place ${place}`}>{name}</bdi>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
