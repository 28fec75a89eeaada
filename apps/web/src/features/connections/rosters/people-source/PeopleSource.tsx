import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { momentOf } from '../../../../base/dates.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { LoadingPlaceholder } from '../../../../ui/plain/Skeleton.tsx';
import { loadSources, undoChange } from './calls.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import styles from './people-source.module.css';
import { sourceName } from './source-name.ts';
import { t } from '../../../../base/t.ts';

/** Shows the source of a class's people and what it means for staff. People with the right can change the source. */
export function PeopleSource({ courseId, onChanged }: { courseId: number; onChanged: () => Promise<unknown> }) {
  const [asked, setAsked] = useState<'change' | 'undo' | null>(null);
  const { data, isPending } = useQuery({ queryKey: ['people-source', courseId], queryFn: ({ signal }) => loadSources(courseId, signal) });
  const chosen = data?.sources.find(({ is_chosen }) => is_chosen);
  if (isPending) return <LoadingPlaceholder />;
  // A list that was always kept by hand needs no text.
  if (!data || !chosen || (data.sources.length === 1 && data.last === null)) return null;
  const others = data.sources.filter(({ is_chosen, link_id }) => !is_chosen && link_id !== 0);
  const { last } = data;
  const done = async (message: string): Promise<void> => {
    showSnack(message);
    await Promise.all([queryClient.invalidateQueries({ queryKey: ['people-source', courseId] }), onChanged()]);
  };
  return (
    <section className={styles.source} aria-label={t('peopleSource.title')}>
      <h2>
        {t('peopleSource.title')}: <bdi>{sourceName(chosen)}</bdi>
      </h2>
      <p>{t(`peopleSource.about.${chosen.kind}`)}</p>
      {others.length > 0 && <p dir="auto">{t('peopleSource.others', { names: others.map(sourceName).join(', ') })}</p>}
      {last && <p dir="auto">{t('peopleSource.last', { ...last, at: momentOf(last.at) })}</p>}
      {data.can_change && (
        <span className={styles.acts}>
          <Button size="s" onClick={() => setAsked('change')}>
            {t('peopleSource.change')}
          </Button>
          {last && (
            <Button size="s" onClick={() => setAsked('undo')}>
              {t('peopleSource.undo')}
            </Button>
          )}
        </span>
      )}
      {asked === 'change' && <ChangeDialog courseId={courseId} sources={data.sources} onClose={() => setAsked(null)} onChanged={done} />}
      <ConfirmDialog
        opened={asked === 'undo'}
        width={500}
        title={t('peopleSource.undoQuestion')}
        onClose={() => setAsked(null)}
        onConfirm={() => undoChange(courseId).then(({ message }) => done(message))}
        confirmLabel={t('peopleSource.undo')}
        cancelLabel={t('common.cancel')}
      >
        {t('peopleSource.undoHint')}
      </ConfirmDialog>
    </section>
  );
}
