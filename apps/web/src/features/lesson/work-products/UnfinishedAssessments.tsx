import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../../base/query-client.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { isStudent, useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconReload } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { generate, listUnfinished, UNFINISHED_KEY } from './calls.ts';
import { t } from '../../../base/t.ts';
import styles from './work-products.module.css';

/**
 * While the server makes some, the list is checked again at this interval. A whole class may be waiting here at the
 * same time.
 */
const LOOK_AGAIN_MS = 10_000;

/**
 * Lists a student's finished lessons without a work product, each with a button to have it made. Shows nothing if none
 * is missing.
 */
export function UnfinishedAssessments() {
  const user = useUser();
  const [made, setMade] = useState<{ busy: ReadonlySet<number>; hasFailed: boolean }>({ busy: new Set(), hasFailed: false });
  const unfinished = useQuery({
    queryKey: UNFINISHED_KEY,
    queryFn: ({ signal }) => listUnfinished(signal),
    enabled: isStudent(user),
    refetchInterval: ({ state }) => (state.data?.data.some((row) => row.state === 'waiting') ? LOOK_AGAIN_MS : false),
  });
  if (!isStudent(user)) return null;

  const setBusy = (id: number, isBusy: boolean) =>
    setMade(({ busy, hasFailed }) => ({ hasFailed, busy: new Set(isBusy ? [...busy, id] : [...busy].filter((one) => one !== id)) }));
  const regenerate = async (id: number) => {
    setBusy(id, true);
    try {
      const { message } = await generate(id);
      setMade(({ busy }) => ({ busy, hasFailed: false }));
      showSnack(message);
      await queryClient.invalidateQueries({ queryKey: UNFINISHED_KEY });
    } catch (failure) {
      setMade(({ busy }) => ({ busy, hasFailed: true }));
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setBusy(id, false);
    }
  };

  if (!unfinished.data)
    return unfinished.error && !unfinished.isFetching ? <LoadFailed error={unfinished.error} onRetry={() => void unfinished.refetch()} /> : null;
  const rows = unfinished.data.data;
  if (rows.length === 0) return null;
  return (
    // The flag of the specification shows whether the last request to the server succeeded.
    <section className={styles.section} aria-labelledby="unfinished-assessments" data-unfinished={unfinished.isError || made.hasFailed ? 'NO' : 'Yes'}>
      <h2 id="unfinished-assessments">{t('workProduct.unfinished.title')}</h2>
      <p className={styles.hint}>{t('workProduct.unfinished.hint')}</p>
      <table className={styles.table} aria-labelledby="unfinished-assessments">
        <thead>
          <tr>
            <th scope="col">{t('workProduct.unfinished.number')}</th>
            <th scope="col">{t('workProduct.unfinished.name')}</th>
            <th scope="col">{t('workProduct.unfinished.action')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ assessment_id: id, title, state }, index) => {
            const isMade = made.busy.has(id);
            return (
              <tr key={id}>
                <td>{index + 1}</td>
                <th scope="row">{title}</th>
                <td>
                  <Button
                    size="s"
                    icon={IconReload}
                    disabled={isMade}
                    pending={isMade}
                    aria-label={t('workProduct.regenerateOf', { title })}
                    onClick={() => void regenerate(id)}
                  >
                    {isMade || state === 'waiting' ? t('workProduct.making') : t('workProduct.regenerate')}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
