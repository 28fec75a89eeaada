import type { livePairWishes, livePairWishesAdd, livePairWishesRemove } from '@classwright/contract/lesson/live/pairs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../../base/api.ts';
import { dayOf } from '../../../../../base/dates.ts';
import { showSnack } from '../../../../../base/snackbar.ts';
import { t } from '../../../../../base/t.ts';
import { Segments, SelectField } from '../../../../../ui/form/index.ts';
import { Button } from '../../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../../ui/plain/Dialog.tsx';
import { IconPlus, IconX } from '../../../../../ui/plain/icons.ts';
import { IconButton } from '../../../../../ui/plain/IconButton.tsx';
import { Row, Stack, Text } from '../../../../../ui/plain/layout/layout.tsx';
import { LoadFailed } from '../../../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../../../ui/plain/Skeleton.tsx';
import { refusalText } from './use-pairs.ts';

type Kind = 'together' | 'never';

/** The wish with which the window opens: the kind, and the student who was picked up, if any. */
export interface StartedWish {
  kind: Kind;
  person: number | null;
}

/** Shows and changes which students of a class are always in one group and which never are, in all its lessons. */
export function PairWishes({ classId, start, onClose }: { classId: number; start: StartedWish; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['classes', classId, 'pair-wishes'],
    queryFn: ({ signal }) => api<typeof livePairWishes>('GET', '/live/learning/pair-wishes', { query: { course_id: classId }, signal }),
    staleTime: 0,
  });
  const [kind, setKind] = useState<Kind>(start.kind);
  const [chosen, setChosen] = useState([start.person === null ? '' : String(start.person), '']);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const students = data?.students ?? [];
  const options = [{ value: '', label: t('pairs.choose') }, ...students.map(({ account_id, name }) => ({ value: String(account_id), label: name }))];

  async function run(call: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    try {
      await call();
      setProblem(null);
      await refetch();
      return true;
    } catch (failure) {
      setProblem(failure);
      return false;
    } finally {
      setBusy(false);
    }
  }

  const add = async () => {
    const wishes = [{ kind, account_ids: chosen.map(Number) }];
    if (!(await run(() => api<typeof livePairWishesAdd>('POST', '/live/learning/pair-wishes', { body: { course_id: classId, wishes } })))) return;
    setChosen(['', '']);
    showSnack(t('pairs.wishAdded'));
  };
  const remove = async (ids: number[]) => {
    if (await run(() => api<typeof livePairWishesRemove>('POST', '/live/learning/pair-wishes/remove', { body: { course_id: classId, ids } })))
      showSnack(t('pairs.wishRemoved'));
  };

  return (
    <Dialog opened onClose={onClose} title={t('pairs.wishes')} width={560}>
      {data ? (
        <Stack gap={12}>
          <Text size={13} tone="dimmed">
            {t('pairs.wishesAbout')}
          </Text>
          <Stack as="ul" gap={6}>
            {data.wishes.map((wish) => (
              <Row as="li" key={wish.id} gap={8} justify="between" bordered radius="md">
                <Text breaks>
                  <b>{t(`pairs.kind.${wish.kind}`)}:</b> {wish.students.map(({ name }) => name).join(', ')}
                  {wish.until !== null && ` · ${t('pairs.until', { day: dayOf(`${wish.until}T12:00:00Z`) })}`}
                </Text>
                <IconButton
                  icon={IconX}
                  label={t('pairs.removeWish', { names: wish.students.map(({ name }) => name).join(', ') })}
                  onClick={() => void remove([wish.id])}
                />
              </Row>
            ))}
          </Stack>
          <Segments
            label={t('pairs.wish')}
            value={kind}
            onChange={setKind}
            segments={[
              { value: 'never', label: t('pairs.kind.never') },
              { value: 'together', label: t('pairs.kind.together') },
            ]}
          />
          {chosen.map((value, index) => (
            <SelectField
              key={index}
              label={t('pairs.studentNumber', { number: index + 1 })}
              value={value}
              options={options}
              onChange={(event) => setChosen(chosen.map((one, place) => (place === index ? event.target.value : one)))}
            />
          ))}
          {problem !== null && (
            <Notice>
              <p>{refusalText(problem)}</p>
            </Notice>
          )}
          <Row justify="end">
            <Button variant="filled" icon={IconPlus} pending={busy} disabled={chosen.includes('') || chosen[0] === chosen[1]} onClick={() => void add()}>
              {t('pairs.addWish')}
            </Button>
          </Row>
        </Stack>
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonText lines={4} />
      )}
    </Dialog>
  );
}
