import type { livePairs, livePairsMake, livePairsPublish, livePairsSave, StaffPairsView } from '@classwright/contract/lesson/live/pairs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, isApiError } from '../../../../../base/api.ts';
import { showSnack } from '../../../../../base/snackbar.ts';
import { errorText } from '../../../../../ui/plain/error-text.ts';
import { useLive, useModel } from '../../use-live.ts';
import type { ShownGroup } from './moves.ts';

export type GroupSize = 2 | 3 | 4;
export type PairsAct = 'make' | 'save' | 'publish';

/** The groups of the running lesson on the desk, and what the teacher does with them. */
export interface Pairs {
  view: StaffPairsView | undefined;
  /** The groups as they stand on the screen, before the server has them too. */
  groups: readonly ShownGroup[];
  problem: unknown;
  busy: PairsAct | null;
  reload: () => void;
  make: (size: GroupSize) => Promise<boolean>;
  change: (groups: readonly ShownGroup[]) => Promise<boolean>;
  publish: () => Promise<boolean>;
}

/** Returns the words for a refused act: those at its fields, which have the names. */
export const refusalText = (failure: unknown): string =>
  isApiError(failure, 'VALIDATION_FAILED') ? Object.values(failure.errors).flat().join(' ') : errorText(failure);

const NO_GROUPS: readonly ShownGroup[] = [];

export function usePairs(): Pairs {
  const { assessmentId } = useLive().lesson;
  const epoch = useModel((model) => model.known?.epoch ?? 0);
  const roster = useModel((model) => model.roster?.students.map(({ id, connected }) => `${id}${connected ? '+' : ''}`).join() ?? '');
  const published = useModel((model) => model.known?.pairsRevision ?? 0);
  const client = useQueryClient();
  const [shown, setShown] = useState<readonly ShownGroup[] | null>(null);
  const [busy, setBusy] = useState<PairsAct | null>(null);
  const latest = useRef(0);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const pairsKey = ['lessons', assessmentId, 'pairs', epoch];
  const queryKey = [...pairsKey, roster, published];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api<typeof livePairs>('GET', '/live/learning/pairs', { query: { assessment_id: assessmentId }, signal })).pairs,
    staleTime: 0,
    placeholderData: (previous) => previous,
  });

  /** Returns the newest revision that is known, also of a moment after this screen was drawn. */
  const revision = (): number => Math.max(0, ...client.getQueriesData<StaffPairsView>({ queryKey: pairsKey }).map(([, view]) => view?.division?.revision ?? 0));

  /**
   * Runs one act after the other. While groups are made, a press makes no others and moves nobody, and while they are
   * published it does not publish again. A refusal shows the server's words and the groups that it has.
   */
  function run(act: PairsAct, call: () => Promise<{ pairs: StaffPairsView }>): Promise<boolean> {
    const turn = (latest.current += 1);
    setBusy(act);
    const done = before.current.then(async () => {
      try {
        const { pairs } = await call();
        client.setQueryData(queryKey, pairs);
        return true;
      } catch (failure) {
        showSnack(refusalText(failure), { color: 'red', timeout: 10_000 });
        if (isApiError(failure) && failure.status === 409) await refetch();
        return false;
      } finally {
        if (turn === latest.current) {
          setShown(null);
          setBusy(null);
        }
      }
    });
    before.current = done;
    return done;
  }
  const isDropped = (act: PairsAct): boolean => (act === 'publish' ? busy === 'publish' : busy === 'make');

  const body = () => ({ assessment_id: assessmentId, revision: revision() });
  return {
    view: data,
    groups: shown ?? data?.division?.groups ?? NO_GROUPS,
    problem: error,
    busy,
    reload: () => void refetch(),
    make: async (size) => !isDropped('make') && run('make', () => api<typeof livePairsMake>('POST', '/live/learning/pairs', { body: { ...body(), size } })),
    change: async (groups) => {
      if (isDropped('save')) return false;
      setShown(groups);
      return run('save', () =>
        api<typeof livePairsSave>('PUT', '/live/learning/pairs', {
          body: { ...body(), groups: groups.map(({ locked, account_ids }) => ({ locked, account_ids: [...account_ids] })) },
        }),
      );
    },
    publish: async () => !isDropped('publish') && run('publish', () => api<typeof livePairsPublish>('POST', '/live/learning/pairs/publish', { body: body() })),
  };
}
