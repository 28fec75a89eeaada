import { FORMS } from '@classwright/contract/lesson/live/forms';
import type { livePairWishesAdd } from '@classwright/contract/lesson/live/pairs';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../../../base/api.ts';
import { showSnack } from '../../../../../base/snackbar.ts';
import { t } from '../../../../../base/t.ts';
import { Segments } from '../../../../../ui/form/index.ts';
import { Button } from '../../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../../ui/plain/Dialog.tsx';
import { IconEye, IconEyeOff, IconReload, IconSend, IconUsers } from '../../../../../ui/plain/icons.ts';
import { Row, Stack, Text } from '../../../../../ui/plain/layout/layout.tsx';
import { LoadFailed } from '../../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../../ui/plain/Skeleton.tsx';
import { phasesOf } from '../../lesson/model.ts';
import { useLive, useModel, usePreferences } from '../../use-live.ts';
import { GroupCards } from './GroupCards.tsx';
import { PairWishes, type StartedWish } from './PairWishes.tsx';
import styles from './Pairs.module.css';
import { type GroupSize, refusalText, usePairs } from './use-pairs.ts';

const SIZES = ['2', '3', '4'] as const;

/**
 * Shows the groups in which students talk after Form - 1A, as a draft that can be changed by mouse and keys, and Publish.
 * A laptop that is mirrored shows the names alone until the teacher shows the choices.
 */
export function PairsDialog({ onClose }: { onClose: () => void }) {
  const { actions, preferences } = useLive();
  const { showsFigures } = usePreferences();
  const isClosed = useModel((model) => phasesOf(model).find(({ form }) => form === FORMS[0])?.closed ?? false);
  const pairs = usePairs();
  const { view, groups, busy } = pairs;
  const [chosenSize, setSize] = useState<GroupSize | null>(null);
  const classId = useModel((model) => model.assessment?.class_id ?? null);
  const hasNames = useModel((model) => model.assessment?.plan?.with_names ?? true);
  const [wish, setWish] = useState<StartedWish | null>(null);
  const [picked, setPicked] = useState<number | null>(null);
  const size = chosenSize ?? view?.division?.size ?? 2;
  const hasGroups = groups.length > 0;
  const waiting = view ? view.here.filter((id) => !groups.some(({ account_ids }) => account_ids.includes(id))).length : 0;
  const shouldMake = isClosed && view !== undefined && view.division === null && view.here.length > 1 && busy === null;
  const hasMade = useRef(false);
  useEffect(() => {
    // the first draft needs no press; a refusal leaves the button
    if (!shouldMake || hasMade.current) return;
    hasMade.current = true;
    void pairs.make(size);
  }, [shouldMake, pairs, size]);
  const canPublish = isClosed && hasGroups && view?.division?.published === false;
  const publishButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Space opens the window and then publishes: the focus is moved while nothing in it has been used
    if (canPublish && document.activeElement?.matches('[data-autofocus], dialog, body')) publishButton.current?.focus();
  }, [canPublish]);
  const publish = async () => {
    if (!(await pairs.publish())) return;
    showSnack(t('teach.pairs.published'));
    onClose();
    await actions.showOnWall('pairs', FORMS[0]);
  };
  return (
    <Dialog
      opened
      onClose={() => (picked === null ? onClose() : setPicked(null))}
      title={t('teach.pairs.title')}
      width={1200}
      shape="full"
      footer={
        hasGroups && (
          <Row gap={12} wide wrap justify="between">
            {picked !== null && (
              <Row gap={8}>
                <Button size="s" onClick={() => setWish({ kind: 'together', person: picked })}>
                  {t('pairs.alwaysWith')}
                </Button>
                <Button size="s" onClick={() => setWish({ kind: 'never', person: picked })}>
                  {t('pairs.neverWith')}
                </Button>
              </Row>
            )}
            <Text size={13} tone="dimmed">
              {view?.division?.published ? t('teach.pairs.areKnown') : isClosed ? t('teach.pairs.draft') : t('teach.pairs.notYet', { form: FORMS[0] })}
            </Text>
            {view?.division?.published && classId !== null && <KeepGroups classId={classId} groups={groups.map(({ account_ids }) => account_ids)} />}
            <Button
              ref={publishButton}
              variant="filled"
              icon={IconSend}
              pending={busy === 'publish'}
              disabled={!isClosed || busy !== null || view?.division?.published === true}
              onClick={() => void publish()}
            >
              {t('teach.pairs.publish')}
            </Button>
          </Row>
        )
      }
    >
      {!view ? (
        pairs.problem ? (
          <LoadFailed error={pairs.problem} onRetry={pairs.reload} />
        ) : (
          <SkeletonText lines={6} />
        )
      ) : (
        <Stack gap={12}>
          <Row gap={12} wrap align="end">
            <div className={styles.size}>
              <Segments
                label={t('teach.pairs.size')}
                value={String(size) as (typeof SIZES)[number]}
                onChange={(value) => setSize(Number(value) as GroupSize)}
                segments={SIZES.map((value) => ({ value, label: t(`teach.pairs.size.${value}`) }))}
              />
            </div>
            <Button
              variant={hasGroups ? 'default' : 'filled'}
              icon={hasGroups ? IconReload : IconUsers}
              pending={busy === 'make'}
              disabled={view.here.length === 0}
              onClick={() => {
                setPicked(null);
                void pairs.make(size);
              }}
            >
              {t(hasGroups ? 'teach.pairs.again' : 'teach.pairs.make')}
            </Button>
            <Button icon={showsFigures ? IconEyeOff : IconEye} onClick={() => preferences.change({ showsFigures: !showsFigures })}>
              {t(showsFigures ? 'teach.pairs.hideChoices' : 'teach.pairs.showChoices')}
            </Button>
            <Button onClick={() => setWish({ kind: 'never', person: null })}>{t('pairs.wishes')}</Button>
            <Text size={13} tone="dimmed" grow>
              {view.here.length === 0 ? t('teach.pairs.nobody') : t('teach.pairs.here', { count: view.here.length })}
              {!hasNames && ` ${t('teach.pairs.nameless')}`}
              {hasGroups && waiting > 0 && ` ${t('teach.pairs.waiting', { count: waiting })}`}
            </Text>
          </Row>
          {hasGroups ? (
            <GroupCards view={view} groups={groups} picked={picked} onPick={setPicked} onChange={(next) => void pairs.change(next)} />
          ) : (
            <Text tone="dimmed">{t('teach.pairs.about')}</Text>
          )}
        </Stack>
      )}
      {wish && classId !== null && <PairWishes classId={classId} start={wish} onClose={() => setWish(null)} />}
    </Dialog>
  );
}

/** The weeks for which published groups can be kept. */
const WEEKS = 4;

/** Keeps the published groups for the next lessons of the class, as wishes with an end. */
function KeepGroups({ classId, groups }: { classId: number; groups: readonly (readonly number[])[] }) {
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      const wishes = groups.filter(({ length }) => length > 1 && length <= 4).map((ids) => ({ kind: 'together' as const, account_ids: [...ids] }));
      await api<typeof livePairWishesAdd>('POST', '/live/learning/pair-wishes', { body: { course_id: classId, wishes, weeks: WEEKS } });
      showSnack(t('pairs.kept', { weeks: WEEKS }));
    } catch (failure) {
      showSnack(refusalText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button pending={busy} onClick={() => void keep()}>
      {t('pairs.keep', { weeks: WEEKS })}
    </Button>
  );
}
