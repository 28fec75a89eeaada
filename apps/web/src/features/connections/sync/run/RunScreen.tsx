import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../../../base/api-error.ts';
import { momentOf } from '../../../../base/dates.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { parseId } from '../../../../base/search.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { useUser } from '../../../../base/use-user.ts';
import { RunProgress } from '../../../../ui/import/RunProgress.tsx';
import { AppLink } from '../../../../ui/plain/AppLink.tsx';
import { Button, buttonClasses } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { NotFound } from '../../../../ui/plain/NotFound.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { PageHeader } from '../../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { IconCheck, IconInfoCircle, IconMessageCircle } from '../../../../ui/plain/icons.ts';
import { applyRun, loadRun, type Run, SYNC } from '../calls.ts';
import { isAlive, isUnderWay, computePollDelay } from '../run-state.ts';
import { countText, nameOf, RunChip, waitText } from '../RunWords.tsx';
import { t } from '../../../../base/t.ts';
import { Changes } from './Changes.tsx';
import { ClassChoices } from './ClassChoices.tsx';
import styles from './run.module.css';
import { useRunActs } from './use-run-acts.tsx';

/** Shows a run: its progress, its question, its changes, planned or done, and the possible actions. */
export function RunScreen() {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const id = parseId(params['id']);
  return id === undefined ? <NotFound /> : <RunOf key={id} id={id} />;
}

function RunOf({ id }: { id: number }) {
  const {
    data: run,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: [SYNC, 'run', id],
    queryFn: ({ signal }) => loadRun(id, signal),
    refetchInterval: ({ state }) => state.data !== undefined && computePollDelay(state.data),
  });
  useEnd(run);
  if (run) return <Shown run={run} />;
  if (isApiError(error) && error.status === 404) return <NotFound />;
  if (error)
    return (
      <>
        <PageHeader title={t('syncRun.gone')} />
        <LoadFailed error={error} pending={isFetching} onRetry={() => void refetch()} />
      </>
    );
  return (
    <>
      <PageHeader title={t('syncRun.gone')} />
      <SkeletonText lines={8} />
    </>
  );
}

/** Reports the result of a run that ended while it was shown, and reloads everything that it may have changed. */
function useEnd(run: Run | undefined): void {
  const wasAlive = useRef(false);
  const status = run?.status;
  const message = run?.message;
  useEffect(() => {
    if (status === undefined) return;
    if (isAlive(status)) {
      wasAlive.current = true;
      return;
    }
    if (!wasAlive.current) return;
    wasAlive.current = false;
    for (const key of [[SYNC, 'changes'], [SYNC, 'classes'], [SYNC, 'status'], [SYNC, 'people'], [SYNC, 'conflicts'], ['courses'], ['class']])
      void queryClient.invalidateQueries({ queryKey: key });
    if (message) showSnack(message, status === 'finished' ? {} : { color: status === 'failed' ? 'red' : 'amber', timeout: 10_000 });
  }, [status, message]);
}

function Shown({ run }: { run: Run }) {
  const mayRun = useUser().rights.includes('classroom-sync:run');
  const acts = useRunActs();
  const canApply = mayRun && run.can_apply && run.status !== 'paused';
  const hasChoices = canApply && run.mode === 'preview' && run.scope === 'classes';
  return (
    <>
      <PageHeader
        title={nameOf(run)}
        sub={`${t(`syncRun.mode.${run.mode}`)} · ${momentOf(run.created_at)}${run.by === null ? '' : ` · ${t('syncRun.by', { name: run.by })}`}`}
        actions={
          <>
            <AppLink to="/sync" className={buttonClasses({ variant: 'subtle' })}>
              {t('syncRun.back')}
            </AppLink>
            {mayRun && run.can_cancel && run.status !== 'paused' && (
              <Button disabled={acts.isBusy} onClick={() => acts.cancel(run)}>
                {t('syncRun.cancel')}
              </Button>
            )}
            {mayRun && run.can_undo && (
              <Button disabled={acts.isBusy} onClick={() => acts.undo(run)}>
                {t('syncRun.undo')}
              </Button>
            )}
          </>
        }
      />
      <div className={styles.state}>
        <RunChip status={run.status} />
        <span>{countText(run)}</span>
      </div>
      {isUnderWay(run.status) && <Progress run={run} />}
      {!isAlive(run.status) && run.message !== null && <Outcome run={run} />}
      {run.status === 'paused' && <Question run={run} mayRun={mayRun} isBusy={acts.isBusy} onCancel={() => acts.cancel(run)} />}
      {run.failures.length > 0 && (
        <section className={styles.section}>
          <h2>{t('syncRun.failures')}</h2>
          <ul className={styles.failures}>
            {run.failures.map(({ class_name, message }) => (
              <li key={`${class_name} ${message}`}>
                <b dir="auto">{class_name}</b>
                <span>{message}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {hasChoices ? <ClassChoices run={run} /> : canApply && <Apply run={run} />}
      <Changes run={run} />
      {acts.dialogs}
    </>
  );
}

function Progress({ run }: { run: Run }) {
  const { classes, classes_done } = run;
  const words = waitText(run) ?? (classes > 0 ? t('syncRun.progress', { done: classes_done, total: classes }) : t('syncRun.beginning'));
  return (
    <RunProgress label={nameOf(run)} done={classes_done} total={classes}>
      {words}
    </RunProgress>
  );
}

/** Shows the result in the server's words. */
function Outcome({ run: { status, message } }: { run: Run }) {
  return (
    <div className={styles.section}>
      {status === 'finished' ? (
        <Notice hue="green" icon={IconCheck}>
          {message}
        </Notice>
      ) : status === 'cancelled' ? (
        <Notice hue="gray" icon={IconInfoCircle}>
          {message}
        </Notice>
      ) : (
        <Notice hue={status === 'failed' ? 'red' : 'amber'} assertive={false}>
          {message}
        </Notice>
      )}
    </div>
  );
}

/** Shows the question of a paused run with its two answers. Until then nothing happens. */
function Question({ run, mayRun, isBusy, onCancel }: { run: Run; mayRun: boolean; isBusy: boolean; onCancel: () => void }) {
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    try {
      const { run: going } = await applyRun(run.id, { confirm: true });
      queryClient.setQueryData([SYNC, 'run', going.id], going);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      await queryClient.invalidateQueries({ queryKey: [SYNC, 'run', run.id] });
      setPending(false);
    }
  };
  return (
    <section className={styles.question} aria-label={t('syncRun.question')}>
      <Notice hue="amber" icon={IconMessageCircle} assertive={false}>
        <p>{run.question}</p>
        <p>{t('syncRun.pausedHint')}</p>
      </Notice>
      {mayRun && (
        <div className={styles.answers}>
          {run.can_cancel && (
            <Button disabled={isBusy || pending} onClick={onCancel}>
              {t('syncRun.dontConfirm')}
            </Button>
          )}
          {run.can_apply && (
            <Button variant="filled" pending={pending} onClick={() => void confirm()}>
              {t('syncRun.confirm')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Applies a preview, and opens the run that does it. */
function Apply({ run }: { run: Run }) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const apply = async () => {
    setPending(true);
    setError(null);
    try {
      const { run: begun } = await applyRun(run.id, {});
      await queryClient.invalidateQueries({ queryKey: [SYNC] });
      if (begun.id !== run.id) void navigate({ to: `/sync-run/${begun.id}` as '/home', replace: true });
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <div className={styles.apply}>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      <span>{t('syncRun.applyHint')}</span>
      <Button variant="filled" pending={pending} onClick={() => void apply()}>
        {t(pending ? 'syncRun.applying' : 'syncRun.apply')}
      </Button>
    </div>
  );
}
