import type { consentEnd, consentRecord, consentSchool } from '@classwright/contract/overview/consents/calls';
import type { OptionalUse } from '@classwright/contract/core/optional-uses';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { CheckField, TextField } from '../../../ui/plain/Field.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import styles from './consents.module.css';

const PER_PAGE = 50;

/** Lists the students for whom nobody has agreed to a use, with their guardians, and the others; records consents on paper, and ends consents. */
export function ConsentPeople({ schoolId, use, onClose }: { schoolId: number; use: OptionalUse; onClose: () => void }) {
  const { rights } = useUser();
  const [given, setGiven] = useState<'true' | 'false'>('false');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [pending, setPending] = useState(false);
  const [isEnding, setEnding] = useState(false);
  const loaded = useQuery({
    queryKey: ['consents', 'school', schoolId, use, given, search, page],
    queryFn: ({ signal }) =>
      api<typeof consentSchool>('GET', '/consents/school', { query: { school_id: schoolId, use, given, search, page, per_page: PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = loaded;
  const people = data?.people ?? [];
  const isGiven = given === 'true';
  const mayPick = rights.includes(isGiven ? 'guardians:delete' : 'guardians:create');
  const show = (next: Partial<{ given: 'true' | 'false'; search: string; page: number }>) => {
    if (next.given !== undefined) setGiven(next.given);
    if (next.search !== undefined) setSearch(next.search);
    setPage(next.page ?? 1);
    setPicked(new Set());
  };
  const toggle = (id: number) => setPicked(picked.has(id) ? new Set([...picked].filter((one) => one !== id)) : new Set([...picked, id]));
  const end = async (ids: readonly number[]): Promise<string> => {
    const { message } = await api<typeof consentEnd>('POST', '/consents/end', { body: { use, account_ids: [...ids] } });
    setPicked(new Set());
    await loaded.refetch();
    return message;
  };
  const record = async () => {
    setPending(true);
    try {
      const { account_ids, message } = await api<typeof consentRecord>('POST', '/consents/record', { body: { use, account_ids: [...picked] } });
      const mayUndo = account_ids.length > 0 && rights.includes('guardians:delete');
      showSnack(message, mayUndo ? { undo: () => end(account_ids) } : {});
      setPicked(new Set());
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
    await loaded.refetch();
    setPending(false);
  };
  return (
    <Dialog opened title={t('consents.lookNamed', { use: t(`consents.use.${use}`) })} onClose={onClose} width={620} shape="full">
      <Grid gap={16}>
        <Row wrap gap={12} align="end">
          <SelectField
            label={t('consents.show')}
            value={given}
            onChange={({ target }) => show({ given: target.value as 'true' | 'false' })}
            options={[
              { value: 'false', label: t('consents.lacking') },
              { value: 'true', label: t('consents.agreed') },
            ]}
          />
          <TextField
            label={t('consents.field.search')}
            type="search"
            maxLength={100}
            value={search}
            onChange={({ target }) => show({ search: target.value })}
          />
        </Row>
        {!data ? (
          loaded.error ? (
            <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
          ) : (
            <SkeletonText lines={6} />
          )
        ) : people.length === 0 ? (
          <Text tone="dimmed">{t(isGiven ? 'consents.nobodyGiven' : 'consents.nobodyLacking')}</Text>
        ) : (
          <>
            {mayPick && (
              <CheckField
                label={t('consents.chooseAll')}
                checked={people.every(({ account_id }) => picked.has(account_id))}
                onChange={({ target }) => setPicked(new Set(target.checked ? people.map(({ account_id }) => account_id) : []))}
              />
            )}
            <Grid as="ul" wide className={styles.people}>
              {people.map(({ account_id, name, guardians, way }) => (
                <li key={account_id}>
                  {mayPick && (
                    <input type="checkbox" aria-label={t('consents.choose', { name })} checked={picked.has(account_id)} onChange={() => toggle(account_id)} />
                  )}
                  <Stack shrinks>
                    <b dir="auto">{name}</b>
                    <Text as="span" size={14} tone="dimmed" breaks>
                      {way
                        ? t(`consents.way.${way}`)
                        : guardians.length > 0
                          ? t('consents.guardians', { names: guardians.join(', ') })
                          : t('consents.noGuardian')}
                    </Text>
                  </Stack>
                </li>
              ))}
            </Grid>
            <Row wrap gap={8}>
              {page > 1 && <Button onClick={() => show({ page: page - 1 })}>{t('consents.before')}</Button>}
              {page < data.pagination.last_page && <Button onClick={() => show({ page: page + 1 })}>{t('consents.after')}</Button>}
            </Row>
            {mayPick && (
              <Button
                variant="filled"
                pending={pending}
                disabled={picked.size === 0}
                onClick={() => {
                  if (isGiven) setEnding(true);
                  else void record();
                }}
              >
                {t(isGiven ? 'consents.end' : pending ? 'consents.recording' : 'consents.record')}
              </Button>
            )}
          </>
        )}
      </Grid>
      {isEnding && (
        <DeleteDialog
          title={t('consents.endTitle')}
          confirmLabel={t('consents.end')}
          pendingLabel={t('consents.ending')}
          onDelete={async () => showSnack(await end([...picked]))}
          onClose={() => setEnding(false)}
        >
          <p>{t('consents.endAbout')}</p>
        </DeleteDialog>
      )}
    </Dialog>
  );
}
