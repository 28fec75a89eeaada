import type { ImportView, ImportUndoPlan } from '@classwright/contract/school/imports/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { dayOf } from '../../base/dates.ts';
import { Button } from '../plain/Button.tsx';
import { errorText } from '../plain/error-text.ts';
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck } from '../plain/icons.ts';
import { LoadFailed } from '../plain/LoadFailed.tsx';
import { Notice } from '../plain/Notice.tsx';
import { follow, pause } from './follow.ts';
import { Grid, Row } from '../plain/layout/layout.tsx';
import { RunProgress } from './RunProgress.tsx';
import type { UndoImportCalls } from './undo-import-calls.ts';
import styles from './UndoImport.module.css';
import { t } from '../../base/t.ts';

interface TakeBackProps<State extends ImportView> {
  current: State;
  calls: UndoImportCalls<State>;
  /** Called with the current state. */
  onChange: (state: State) => void;
  /** Called after an undo. */
  onTaken: () => void;
}

const LOOK_AGAIN_MS = 700;
const isUnderWay = ({ take_back: state }: ImportView): boolean => state?.status === 'waiting' || state?.status === 'running';

/**
 * Undoes a whole import: first shows what is removed and what is kept, with names and reasons; then the progress and
 * the result.
 */
export function UndoImport<State extends ImportView>({ current, calls, onChange, onTaken }: TakeBackProps<State>) {
  const [isOpen, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const underWay = isUnderWay(current);
  const state = current.take_back;
  useFollow(current, calls, { onChange, onTaken, onError: setError });

  const take = async () => {
    setPending(true);
    setError(null);
    try {
      onChange((await calls.take(current.id)).import);
      setOpen(false);
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  return (
    <Grid as="section" gap={10} className={styles.panel}>
      {error !== null && <Notice>{errorText(error)}</Notice>}
      {underWay && state && (
        <RunProgress label={t('takeBack.title')} done={state.done} total={state.total}>
          {state.message} {t('takeBack.progress', { done: state.done, total: state.total })}
        </RunProgress>
      )}
      {state && !underWay && (
        <Notice hue={state.status === 'finished' ? 'green' : 'red'} icon={state.status === 'finished' ? IconCircleCheck : IconAlertTriangle}>
          {state.message}
        </Notice>
      )}
      {state?.status === 'finished' && state.gone < state.done && <Stayed current={current} calls={calls} />}
      {current.can_take_back && !isOpen && (
        <Row wrap gap={12} rowGap={4} className={styles.open}>
          <Button ref={opener} variant="subtle" icon={IconArrowBackUp} onClick={() => setOpen(true)}>
            {t(state ? 'takeBack.again' : 'takeBack.open')}
          </Button>
          <small>{t('takeBack.until', { date: dayOf(current.take_back_until) })}</small>
        </Row>
      )}
      {current.can_take_back && isOpen && (
        <Question
          current={current}
          calls={calls}
          pending={pending}
          onTake={() => void take()}
          onKeep={() => {
            setOpen(false);
            setError(null);
            setTimeout(() => opener.current?.focus());
          }}
        />
      )}
    </Grid>
  );
}

interface FollowHandlers<State> {
  onChange: (state: State) => void;
  onTaken: () => void;
  onError: (error: unknown) => void;
}

/** Polls until the job is done. A lost connection is waited out for a while. */
function useFollow<State extends ImportView>(current: State, calls: UndoImportCalls<State>, handlers: FollowHandlers<State>): void {
  const told = useRef(handlers);
  told.current = handlers;
  const { id } = current;
  const underWay = isUnderWay(current);
  useEffect(() => {
    if (!underWay) return undefined;
    const asking = new AbortController();
    const { signal } = asking;
    const look = async (): Promise<void> => {
      await pause(LOOK_AGAIN_MS);
      try {
        await follow({
          load: (asked) => calls.load(id, asked),
          isUnderWay: (answer) => isUnderWay(answer.import),
          signal,
          everyMs: LOOK_AGAIN_MS,
          patience: Infinity,
          onAnswer: (answer) => told.current.onChange(answer.import),
        });
        if (!signal.aborted) told.current.onTaken();
      } catch (failure) {
        if (!signal.aborted) told.current.onError(failure);
      }
    };
    void look();
    return () => asking.abort();
  }, [underWay, id, calls]);
}

const usePlan = <State extends ImportView>({ id, take_back: state }: State, calls: UndoImportCalls<State>) =>
  useQuery({ queryKey: ['imports', id, 'take-back', state?.status], queryFn: ({ signal }) => calls.look(id, signal), gcTime: 0, staleTime: 0 });

interface QuestionProps<State extends ImportView> {
  current: State;
  calls: UndoImportCalls<State>;
  pending: boolean;
  onTake: () => void;
  onKeep: () => void;
}

function Question<State extends ImportView>({ current, calls, pending, onTake, onKeep }: QuestionProps<State>) {
  const { data, error, refetch } = usePlan(current, calls);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), []);
  const plan = data?.plan;
  return (
    <Grid gap={10} breaks radius="md" className={styles.question} role="group" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {t('takeBack.title')}
      </h3>
      {error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : !plan && <p role="status">{t('takeBack.looking')}</p>}
      {plan && (
        <>
          <p role="status">
            <strong>{goesInWords(current.kind, plan)}</strong>
          </p>
          <Staying plan={plan} />
          {plan.goes > 0 && plan.remarks.map((remark) => <p key={remark}>{remark}</p>)}
        </>
      )}
      <Row wrap gap={8} align="stretch" justify="end">
        <Button disabled={pending} onClick={onKeep}>
          {t('takeBack.keep')}
        </Button>
        {plan && plan.goes > 0 && (
          <Button variant="danger" pending={pending} disabled={pending} onClick={onTake}>
            {t('takeBack.submit', { count: plan.goes })}
          </Button>
        )}
      </Row>
    </Grid>
  );
}

function goesInWords(kind: ImportView['kind'], { goes: count, total }: ImportUndoPlan): string {
  if (count === 0) return t(`takeBack.goes.${kind}.none`, { total });
  if (count === total) return t(`takeBack.goes.${kind}.all`, { count });
  return t(`takeBack.goes.${kind}`, { count, total });
}

function Stayed<State extends ImportView>({ current, calls }: { current: State; calls: UndoImportCalls<State> }) {
  const { data } = usePlan(current, calls);
  return data ? <Staying plan={data.plan} /> : null;
}

/** Lists what is kept, by reason, with names. */
function Staying({ plan: { reasons } }: { plan: ImportUndoPlan }) {
  if (reasons.length === 0) return null;
  return (
    <Grid as="ul" gap={8} className={styles.reasons}>
      {reasons.map(({ reason, message, count, names }) => (
        <li key={reason}>
          <span>
            <strong>{t('takeBack.stays', { count })}</strong> {message}
          </span>
          <small>
            {names.map((name, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- people may be called the same
              <bdi key={index}>{name}</bdi>
            ))}
            {count > names.length && <span>{t('takeBack.more', { count: count - names.length })}</span>}
          </small>
        </li>
      ))}
    </Grid>
  );
}
