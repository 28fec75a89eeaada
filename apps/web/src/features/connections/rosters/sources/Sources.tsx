import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { queryClient } from '../../../../base/query-client.ts';
import { closeSnack, showSnack, snackStore } from '../../../../base/snackbar.ts';
import { useUser } from '../../../../base/use-user.ts';
import { SystemCards } from '../../../../ui/connected/SystemCard.tsx';
import { AppLink } from '../../../../ui/plain/AppLink.tsx';
import { Button } from '../../../../ui/plain/Button.tsx';
import { DeleteDialog } from '../../../../ui/delete-dialog/DeleteDialog.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { IconPlus } from '../../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { cancelSource, deleteSource, isAlive, listSources, readSource, type Source } from './calls.ts';
import { SourceCard } from './SourceCard.tsx';
import { SourceDialog } from './SourceDialog.tsx';
import styles from './sources.module.css';
import { t } from '../../../../base/t.ts';

const LOOK_AGAIN_MS = 1_500;
const KEY = ['rosters', 'sources'];
const reload = () => queryClient.invalidateQueries({ queryKey: ['rosters'] });

type Asked = { kind: 'add' } | { kind: 'edit' | 'remove'; source: Source };

/** Systems that rosters are read from, with their settings, results, and a button to read one. */
export function Sources({ mayEdit, onOpen }: { mayEdit: boolean; onOpen: (roster: number) => void }) {
  const { rights } = useUser();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => listSources(signal),
    refetchInterval: ({ state }) => (state.data?.data.some(({ last_read }) => isAlive(last_read)) ? LOOK_AGAIN_MS : false),
  });
  const close = () => setAsked(null);
  const say = ({ message }: { message: string }): Promise<void> => {
    showSnack(message);
    return reload();
  };
  /** The message about a read that has started. It is closed when the read ends. */
  const begun = useRef<{ sourceId: number; snackId: number | undefined } | null>(null);
  const read = async ({ id }: Source): Promise<void> => {
    const { message } = await readSource(id);
    showSnack(message);
    begun.current = { sourceId: id, snackId: snackStore.get()?.id };
    await reload();
  };
  useEffect(() => {
    const source = begun.current && data?.data.find(({ id }) => id === begun.current?.sourceId);
    if (!source || isAlive(source.last_read)) return;
    closeSnack(begun.current?.snackId);
    begun.current = null;
  }, [data]);
  const fail = (failure: unknown): void => void showSnack(errorText(failure), { color: 'red' });
  return (
    <section className={styles.sources} aria-labelledby="roster-sources">
      <div className={styles.head}>
        <div>
          <h2 id="roster-sources">{t('rosterSources.title')}</h2>
          <p>{t('rosterSources.about')}</p>
          <p>
            {t('rosterSources.gradesBack')} {rights.includes('api-clients:view') && <AppLink to="/oneroster">{t('rosterSources.gradesBackLink')}</AppLink>}
          </p>
        </div>
        {mayEdit && data && (
          <Button icon={IconPlus} onClick={() => setAsked({ kind: 'add' })}>
            {t('rosterSources.add')}
          </Button>
        )}
      </div>
      {error && !data ? (
        <LoadFailed error={error} onRetry={() => void refetch()} pending={isFetching} />
      ) : !data ? (
        <SkeletonText />
      ) : data.data.length === 0 ? (
        <p className={styles.dim}>{t('rosterSources.none')}</p>
      ) : (
        <SystemCards
          systems={data.data}
          card={(source) => (
            <SourceCard
              source={source}
              mayEdit={mayEdit}
              onOpen={onOpen}
              onRead={() => read(source).catch(fail)}
              onStop={() => cancelSource(source.id).then(say, fail)}
              onEdit={() => setAsked({ kind: 'edit', source })}
              onRemove={() => setAsked({ kind: 'remove', source })}
            />
          )}
        />
      )}
      {asked && asked.kind !== 'remove' && data && (
        <SourceDialog
          source={asked.kind === 'edit' ? asked.source : null}
          schools={data.schools}
          onSaved={(message) => void say({ message })}
          onClose={close}
        />
      )}
      {asked?.kind === 'remove' && (
        <DeleteDialog
          title={t('rosterSources.remove')}
          confirmLabel={t('rosterSources.remove')}
          onClose={close}
          onDelete={() => deleteSource(asked.source.id).then(say)}
        >
          {t('rosterSources.removeAsk', { name: asked.source.name })}
        </DeleteDialog>
      )}
    </section>
  );
}
