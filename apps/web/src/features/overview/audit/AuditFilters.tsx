import type { auditList } from '@classwright/contract/overview/audit/calls';
import type { CallResult } from '@classwright/contract/core/endpoint';
import { useId, useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { dayOn } from '../../../base/dates.ts';
import { tidy } from '../../../base/search.ts';
import type { AuditSearch } from './search.ts';
import { FilterChip } from '../../../ui/data-table/FilterChip.tsx';
import { type Choice, ChoiceField, choicesIn, DateField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconAdjustmentsHorizontal } from '../../../ui/plain/icons.ts';
import { people } from '../../../ui/form/people.ts';
import { t } from '../../../base/t.ts';
import styles from './audit.module.css';

interface FiltersProps {
  search: AuditSearch;
  answer: CallResult<typeof auditList> | undefined;
  /** The server's error about the filters. */
  error: unknown;
  onSearch: (search: AuditSearch) => void;
}

type Name = Exclude<keyof AuditSearch, 'page' | 'per_page' | 'search_text' | 'scroll'>;

/**
 * Shows the filters: person, subject, first and last day. Active ones are chips that open on a press. Each takes effect
 * immediately, on the first page.
 */
export function AuditFilters({ search, answer, error, onSearch }: FiltersProps) {
  const id = useId();
  const faults = isApiError(error, 'VALIDATION_FAILED') ? error.errors : {};
  // a refused day is shown where it was entered
  const isFaulty = Object.keys(faults).length > 0;
  const [pressed, setPressed] = useState(false);
  const isOpen = pressed || isFaulty;
  const { page: _page, per_page, search_text, scroll, ...filters } = search;
  const kept = tidy({ search_text, per_page, scroll });
  const set = (name: Name, value: string | number | undefined) => {
    const { [name]: _before, ...others } = filters;
    onSearch({ ...kept, ...others, ...(value === undefined || value === '' ? {} : { [name]: value }) });
  };
  const person = answer?.data.find(({ account_id }) => account_id === search.account_id)?.account_name ?? `${search.account_id}`;
  const kinds = withOwn(answer?.subject_types.map(({ name, label }) => ({ id: name, name: label })) ?? [], search.subject_type);
  const actions = withOwn(answer?.actions.map((action) => ({ id: action, name: answer.action_labels[action] ?? action })) ?? [], search.action);
  const labelIn = (options: typeof kinds, own: string | undefined) => options.find(({ id: one }) => one === own)?.name ?? own;
  const words: Readonly<Record<Name, () => string>> = {
    account_id: () => `${t('audit.who')}: ${person}`,
    subject_type: () => `${t('audit.kind')}: ${labelIn(kinds, search.subject_type)}`,
    subject_id: () => t('audit.oneRecord', { id: search.subject_id ?? '' }),
    action: () => `${t('audit.action')}: ${labelIn(actions, search.action)}`,
    from: () => `${t('audit.from')}: ${dayOn(search.from ?? '')}`,
    to: () => `${t('audit.to')}: ${dayOn(search.to ?? '')}`,
    batch: () => t('audit.oneBatch'),
  };
  const chips = (Object.keys(filters) as Name[]).map((name) => ({ name, said: words[name]() }));
  const oneOf = (name: 'subject_type' | 'action', label: string, options: typeof kinds) => (
    <ChoiceField<string>
      label={label}
      placeholder={t('audit.any')}
      source={choicesIn(`audit ${name}`, options)}
      value={options.filter(({ id: one }) => one === search[name])}
      onChange={([chosen]) => set(name, chosen?.id)}
    />
  );
  return (
    <>
      <Button icon={IconAdjustmentsHorizontal} aria-expanded={isOpen} aria-controls={id} onClick={() => setPressed(!pressed)}>
        {t('audit.filters')}
      </Button>
      {chips.map(({ name, said }) => (
        <FilterChip key={name} words={said} onRemove={() => set(name, undefined)} />
      ))}
      {chips.length > 0 && (
        <Button variant="subtle" onClick={() => onSearch(kept)}>
          {t('audit.reset')}
        </Button>
      )}
      <div id={id} className={styles.panel} hidden={!isOpen}>
        {isOpen && (
          <div className={styles.filters} role="group" aria-label={t('audit.filters')}>
            <ChoiceField
              label={t('audit.who')}
              source={people}
              value={search.account_id === undefined ? [] : [{ id: search.account_id, name: person }]}
              onChange={([chosen]) => set('account_id', chosen?.id)}
            />
            {oneOf('subject_type', t('audit.kind'), kinds)}
            {oneOf('action', t('audit.action'), actions)}
            {(['from', 'to'] as const).map((name) => (
              <DateField
                key={name}
                label={t(name === 'from' ? 'audit.from' : 'audit.to')}
                value={search[name] ?? ''}
                error={faults[name]?.join(' ')}
                onChange={(event) => set(name, event.target.value)}
              />
            ))}
          </div>
        )}
      </div>
    </>
  );
}

/** Adds the address's value to the choices, even if the trail does not contain it. */
function withOwn(options: readonly Choice<string>[], own: string | undefined): readonly Choice<string>[] {
  return own === undefined || options.some(({ id }) => id === own) ? options : [...options, { id: own, name: own }];
}
