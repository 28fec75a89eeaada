import type { rewardRuleList, RewardRuleView } from '@classwright/contract/school/rewards/calls';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { queryClient } from '../../../base/query-client.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { useVersionedForm } from '../../../base/versioned-form.ts';
import { DataTable, RowActs } from '../../../ui/data-table/index.ts';
import { FormProblem, SwitchField } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { LoadingPlaceholder } from '../../../ui/plain/Skeleton.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Grid, Text } from '../../../ui/plain/layout/layout.tsx';
import { IconCopy, IconPencil, IconTrash } from '../../../ui/feature-icons/icons.ts';
import { copyRule, deleteRule, saveRule } from './calls.ts';
import { inFigures } from './columns.tsx';
import { parseRewardSearch } from './search.ts';
import { t } from '../../../base/t.ts';

const KEY = 'reward-rules';

const inWords = ({ points, students, teachers }: { points: number; students: number; teachers: number }) => ({
  points: inFigures(points),
  students: inFigures(students),
  teachers: inFigures(teachers),
});

/** Lists the rules that earn points and how many, and the gifts of teachers this week. */
export function Rules() {
  const { rights, reaches_all, has_schools } = useUser();
  const renew = () => queryClient.invalidateQueries({ queryKey: [KEY] });
  const copy = async (id: number) => {
    try {
      const { rule, message } = await copyRule(id);
      await renew();
      showSnack(message);
      push({ tab: 'rules', rule: rule.id });
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red' });
    }
  };
  const remove = async (id: number) => {
    try {
      showSnack(await deleteRule(id));
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red' });
    }
    await renew();
  };
  const { search, push, replace } = usePageSearch(parseRewardSearch);
  const mayEdit = rights.includes('reward-rules:edit');
  const list = useQuery({
    queryKey: [KEY],
    queryFn: async ({ signal }) => {
      const answer = await api<typeof rewardRuleList>('GET', '/reward-point/rules', { signal });
      const { length } = answer.data;
      return { ...answer, pagination: { total: length, per_page: length, current_page: 1, last_page: 1, from: 1, to: length } };
    },
  });
  const open = list.data?.data.find(({ id }) => id === search.rule);
  const paying = list.data?.data.find(({ pays_for_wrong, is_active }) => pays_for_wrong && is_active);
  return (
    <>
      {list.isPending && <LoadingPlaceholder />}
      {paying && (
        <Notice hue="amber">
          <strong>{t('rewards.paysForWrongTitle')}</strong>
          <p>{t('rewards.paysForWrong', { name: paying.name })}</p>
          <p>{t('rewards.paysForWrongRemedy', { instead: t('rewards.type.right-after-talking') })}</p>
        </Notice>
      )}
      <Text size={13} tone="dimmed">
        {list.data && !paying && <>{t('rewards.neverForWrong')} </>}
        {t(mayEdit ? 'rewards.rulesAbout' : 'rewards.rulesShared')}
        {mayEdit && reaches_all === false && <> {t('list.copy.note')}</>}
      </Text>
      {list.data && (
        <Text size={13} tone="dimmed">
          {t('rewards.giftsOfWeek', inWords(list.data.gifts_this_week))}
        </Text>
      )}
      <DataTable
        withoutSearch
        caption={t('rewards.tab.rules')}
        rowKey={({ id }) => id}
        list={list}
        state={{}}
        onState={() => undefined}
        columns={[
          { key: 'name', header: t('rewards.rule'), heading: true, cell: ({ name }) => name },
          ...(has_schools
            ? [{ key: 'school', header: t('list.field.school'), cell: ({ school_name }: RewardRuleView) => school_name ?? t('list.allSchools') }]
            : []),
          { key: 'points', header: t('rewards.points'), align: 'end', nowrap: true, cell: ({ points }) => inFigures(points) },
          { key: 'cap', header: t('rewards.cap'), nowrap: true, cell: ({ daily_cap }) => (daily_cap === null ? t('rewards.capNone') : inFigures(daily_cap)) },
          { key: 'active', header: t('rewards.active'), nowrap: true, cell: ({ is_active }) => t(is_active ? 'rewards.on' : 'rewards.off') },
          ...(mayEdit
            ? [
                {
                  key: 'actions',
                  header: t('rewards.actions'),
                  align: 'end',
                  card: 'aside',
                  cell: ({ id, name, school_id }: RewardRuleView) => (
                    <RowActs
                      name={name}
                      acts={[
                        ...(reaches_all === false && school_id === null
                          ? [{ words: t('list.copy.act'), label: t('list.copy.row', { name }), icon: IconCopy, onSelect: () => void copy(id) }]
                          : [
                              {
                                words: t('act.edit'),
                                label: t('rewards.ruleEditOf', { name }),
                                icon: IconPencil,
                                onSelect: () => push({ tab: 'rules', rule: id }),
                              },
                            ]),
                        ...(school_id === null
                          ? []
                          : [{ words: t('act.delete'), label: t('list.deleteRow', { name }), icon: IconTrash, onSelect: () => void remove(id) }]),
                      ]}
                    />
                  ),
                } as const,
              ]
            : []),
        ]}
        empty={<EmptyState title={t('rewards.tab.rules')} />}
      />
      {open && mayEdit && (reaches_all !== false || open.school_id !== null) && (
        <RuleDialog key={open.id} rule={open} onClose={() => replace({ tab: 'rules' })} />
      )}
    </>
  );
}

interface Typed {
  points: string;
  daily_cap: string;
  is_active: boolean;
}
const toTyped = (rule: RewardRuleView | null): Typed => ({
  points: String(rule?.points ?? ''),
  daily_cap: rule?.daily_cap === null || rule === null ? '' : String(rule.daily_cap),
  is_active: rule?.is_active ?? true,
});
const toBody = ({ points, daily_cap, is_active }: Typed) => ({
  points: Number(points),
  daily_cap: daily_cap.trim() === '' ? null : Number(daily_cap),
  is_active,
});
const LABELS = { points: 'rewards.points', daily_cap: 'rewards.cap', is_active: 'rewards.active' } as const;

function RuleDialog({ rule, onClose }: { rule: RewardRuleView; onClose: () => void }) {
  const form = useVersionedForm<RewardRuleView, Typed, { message: string }>({
    row: rule,
    toValues: toTyped,
    save: (values, base, key) => saveRule(rule.id, { ...toBody(values), ...(base ? { updated_at: base.updated_at } : {}) }, key),
    onSaved: ({ message }) => {
      const refresh = () => queryClient.invalidateQueries({ queryKey: [KEY] });
      showSnack(message, {
        undo: async () => {
          const { message: again } = await saveRule(rule.id, toBody(toTyped(rule)));
          await refresh();
          return again;
        },
      });
      void refresh();
    },
  });
  return (
    <FormDialog
      opened
      title={rule.name}
      dirty={form.isDirty}
      onClose={onClose}
      onSubmit={form.save}
      error={
        form.error !== null || form.conflict ? (
          <FormProblem
            form={form}
            label={(field) => t(LABELS[field])}
            words={(field, values) => (field === 'is_active' ? t(values.is_active ? 'rewards.on' : 'rewards.off') : String(values[field]))}
          />
        ) : undefined
      }
    >
      <Grid gap={16}>
        <TextField
          label={t('rewards.points')}
          inputMode="numeric"
          maxLength={4}
          value={form.values.points}
          error={form.faults['points']}
          onChange={({ target }) => form.change({ points: target.value })}
        />
        <TextField
          label={t('rewards.cap')}
          description={t('rewards.capHint')}
          inputMode="numeric"
          maxLength={4}
          value={form.values.daily_cap}
          error={form.faults['daily_cap']}
          onChange={({ target }) => form.change({ daily_cap: target.value })}
        />
        <SwitchField label={t('rewards.active')} checked={form.values.is_active} onChange={(is_active) => form.change({ is_active })} />
      </Grid>
    </FormDialog>
  );
}
