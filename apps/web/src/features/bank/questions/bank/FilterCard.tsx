import { WORTHS } from '@classwright/rules/ideas/question-worth';
import { PAST_RESULTS } from '@classwright/rules/item-analysis/past-results';
import { STATUS_LABELS } from '@classwright/rules/questions/approval';
import { useQueries } from '@tanstack/react-query';
import { useUser } from '../../../../base/use-user.ts';
import { useTyped } from '../../../../base/use-typed.ts';
import { SearchPanel } from '../../../../ui/data-table/index.ts';
import { ChoiceField, SelectField, TagField } from '../../../../ui/form/index.ts';
import { loadName, LOOKUPS, type LookupField } from '../lookups.ts';
import { filtersOf, type BankFilters, type BankSearch } from '../search.ts';
import { type MessageKey, t } from '../../../../base/t.ts';
import { statusWords } from '../question-words.ts';
import { useTags } from '../use-tags.ts';

interface FilterCardProps {
  search: BankSearch;
  /** Called by the quick search, which searches automatically. */
  onText: (text: string) => void;
  /** Called by the search icon, and when a filter is removed. */
  onSearch: (filters: BankFilters) => void;
  onReset: () => void;
}

const CHOICES = {
  question_grade_id: 'bank.filter.grade',
  question_subject_id: 'bank.filter.subject',
  standard_id: 'bank.filter.standard',
  topic_id: 'bank.filter.cluster',
} as const satisfies Partial<Record<LookupField, MessageKey>>;
const FIELDS = Object.keys(CHOICES) as (keyof typeof CHOICES)[];

/**
 * The bank's filters in one line: the quick search, which searches half a second after the last key; the filter
 * controls, which open on a press and take effect with the search icon; and the active filters.
 */
export function FilterCard({ search, onText, onSearch, onReset }: FilterCardProps) {
  const asked = filtersOf(search);
  const [chosen, setChosen] = useTyped(asked);
  const { rights } = useUser();
  const tags = useTags();
  const name = useNames([asked, chosen]);
  const set = (part: { [K in keyof BankFilters]: BankFilters[K] | undefined }) => setChosen((before) => without({ ...before, ...part }));
  const chips = [
    ...FIELDS.flatMap((field) => (asked[field] === undefined ? [] : [{ key: field, words: name(field, asked[field]), rest: { [field]: undefined } }])),
    ...(asked.status ? [{ key: 'status', words: statusWords(asked.status), rest: { status: undefined } }] : []),
    ...(asked.past_results ? [{ key: 'past', words: t(`bank.past.${asked.past_results}`), rest: { past_results: undefined } }] : []),
    ...(asked.worth ? [{ key: 'worth', words: t(`worth.word.${asked.worth}`), rest: { worth: undefined } }] : []),
    ...(asked.tag ?? []).map((tag) => ({ key: `tag ${tag}`, words: tag, rest: { tag: asked.tag?.filter((one) => one !== tag) } })),
  ];
  return (
    <SearchPanel
      title={t('bank.filters')}
      words={{ search: t('bank.filter.search'), reset: t('bank.filter.reset') }}
      isUsed={chips.length > 0 || search.search_text !== undefined}
      quick={{ text: search.search_text ?? '', hint: t('bank.searchHint'), onText }}
      chips={chips.map(({ key, words, rest }) => ({ key, words, onRemove: () => onSearch(without({ ...asked, ...rest })) }))}
      onSearch={() => onSearch(chosen)}
      onReset={() => {
        setChosen({});
        onReset();
      }}
    >
      {FIELDS.map((field) => {
        const id = chosen[field];
        return (
          <ChoiceField
            key={field}
            label={t(CHOICES[field])}
            source={LOOKUPS[field]}
            placeholder={t('bank.filter.any')}
            value={id === undefined ? [] : [{ id, name: name(field, id) }]}
            onChange={([one]) => set({ [field]: one?.id })}
          />
        );
      })}
      <SelectField
        label={t('bank.filter.status')}
        value={chosen.status ?? ''}
        options={[{ value: '', label: t('bank.filter.any') }, ...STATUS_LABELS.map((label) => ({ value: label, label: statusWords(label) }))]}
        onChange={({ target }) => set({ status: STATUS_LABELS.find((label) => label === target.value) })}
      />
      {rights.includes('item-analysis:view') && (
        <SelectField
          label={t('bank.filter.worth')}
          value={chosen.worth ?? ''}
          options={[{ value: '', label: t('bank.filter.any') }, ...WORTHS.map((worth) => ({ value: worth, label: t(`worth.word.${worth}`) }))]}
          onChange={({ target }) => set({ worth: WORTHS.find((worth) => worth === target.value) })}
        />
      )}
      {rights.includes('item-analysis:view') && (
        <SelectField
          label={t('bank.filter.past')}
          value={chosen.past_results ?? ''}
          options={[{ value: '', label: t('bank.filter.any') }, ...PAST_RESULTS.map((past) => ({ value: past, label: t(`bank.past.${past}`) }))]}
          onChange={({ target }) => set({ past_results: PAST_RESULTS.find((past) => past === target.value) })}
        />
      )}
      <TagField label={t('bank.filter.tag')} value={chosen.tag ?? []} known={tags} onChange={(tag) => set({ tag: [...tag] })} />
    </SearchPanel>
  );
}

/** Returns the filters without those that are not set. */
const without = (filters: { [K in keyof BankFilters]?: BankFilters[K] | undefined }): BankFilters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && (value as readonly unknown[]).length !== 0)) as BankFilters;

/** Returns a function that finds the name for an id in the address. */
function useNames(filters: readonly BankFilters[]): (field: keyof typeof CHOICES, id: number) => string {
  const wanted = FIELDS.flatMap((field) => [...new Set(filters.flatMap((one) => one[field] ?? []))].map((id) => ({ field, id })));
  const names = useQueries({
    queries: wanted.map(({ field, id }) => ({
      queryKey: ['choices', field, 'one', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadName(field, id, signal),
      staleTime: Infinity,
    })),
  });
  return (field, id) => names[wanted.findIndex((one) => one.field === field && one.id === id)]?.data?.name ?? '…';
}
