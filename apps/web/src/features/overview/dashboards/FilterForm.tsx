import { parseMark } from '@classwright/rules/text/mark';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { useTyped } from '../../../base/use-typed.ts';
import { ChoiceField, DateField, SelectField, useFaultFocus } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { CheckField, TextField } from '../../../ui/plain/Field.tsx';
import { IconAdjustmentsHorizontal, IconAlertCircle, IconReload, IconSearch, IconX } from '../../../ui/plain/icons.ts';
import { Grid, Row } from '../../../ui/plain/layout/layout.tsx';
import { choicesOf, keepName } from './calls.ts';
import styles from './dashboards.module.css';
import type { Asked, Definition, Definitions, Filter } from './definitions.ts';
import { dayOn } from '../../../base/dates.ts';
import { type Span, type NamedSpan, spansOf } from './periods.ts';
import { t } from '../../../base/t.ts';

const nameOf = ({ name }: NamedSpan): string =>
  typeof name === 'object' ? name.period : name === 'week' ? t('dashboards.thisWeek') : name === 'month' ? t('dashboards.thisMonth') : t('dashboards.thisYear');

interface PeriodsProps {
  definitions: Definitions;
  /** The first day of the current period. */
  from: string | undefined;
  to: string | undefined;
  onPeriod: (span: Span | null) => void;
}

/** Shows buttons for common periods. */
function Periods({ definitions, from, to, onPeriod }: PeriodsProps) {
  const chip = (name: string, isOn: boolean, span: Span | null) => (
    <Button
      key={name}
      size="s"
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      title={span ? t('dashboards.span', { from: dayOn(span.from), to: dayOn(span.to) }) : undefined}
      onClick={() => onPeriod(span)}
    >
      <bdi>{name}</bdi>
    </Button>
  );
  return (
    <Row role="group" wrap gap={8} align="stretch" aria-label={t('dashboards.period')}>
      {spansOf(definitions).map((span) => chip(nameOf(span), span.from === from && span.to === to, { from: span.from, to: span.to }))}
      {chip(t('dashboards.allTime'), !from && !to, null)}
    </Row>
  );
}

interface FilterFormProps {
  definition: Definition;
  definitions: Definitions;
  /** The current filters, and each of them in words. */
  asked: Asked;
  said: readonly { name: string; words: string }[];
  /** The names of filter values given by id. */
  names: Readonly<Record<string, string>>;
  /** The server's errors about fields. */
  faults: Readonly<Record<string, readonly string[] | undefined>>;
  onFilter: (asked: Asked) => void;
  onReset: () => void;
}

/**
 * Shows the filters of a dashboard that the definition gives the caller: one line with the periods and the active
 * filters, and the fields when they are asked for. Nothing is loaded before Filter is pressed.
 */
export function FilterForm({ definition, definitions, asked, said, names, faults, onFilter, onReset }: FilterFormProps) {
  const [typed, setTyped] = useTyped<Record<string, string>>({ ...asked });
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [isNothing, setNothing] = useState(false);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const { form, focusFault } = useFaultFocus();
  const fields = useId();
  const [isOpen, setOpen] = useState(false);
  const set = (name: string, value: string) => {
    setNothing(false);
    setWrong(wrong.filter((one) => one !== name));
    setTyped((before) => ({ ...before, [name]: value }));
  };
  const filledOf = (values: Readonly<Record<string, string>>): Asked =>
    Object.fromEntries(
      definition.filters.flatMap(({ name, kind }) => {
        const value = values[name]?.trim();
        return value && !(kind === 'mark' && parseMark(value) === null) ? [[name, value]] : [];
      }),
    );
  // an invalid mark is not sent: the figures are unchanged, and it does not enter the address
  const wrongIn = (values: Readonly<Record<string, string>>) =>
    definition.filters.flatMap(({ name, kind }) => (kind === 'mark' && values[name]?.trim() && parseMark(values[name]) === null ? [name] : []));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const filled = filledOf(typed);
    const noMarks = wrongIn(typed);
    setWrong(noMarks);
    if (noMarks.length > 0) return;
    const isEmpty = Object.keys(filled).length === 0;
    setNothing(isEmpty);
    if (!isEmpty) onFilter(filled);
  };
  const choosePeriod = ([first, last]: readonly [string, string], span: Span | null) => {
    const values = { ...typed, [first]: span?.from ?? '', [last]: span?.to ?? '' };
    setNothing(false);
    setWrong([]);
    setTyped(values);
    onFilter(filledOf(values));
  };
  const reset = () => {
    setNothing(false);
    setWrong([]);
    setTyped({});
    onReset();
  };
  const field = (filter: Filter) => {
    const { name, label, kind, list, choices } = filter;
    const value = typed[name] ?? '';
    const error = wrong.includes(name) ? t('dashboards.mark') : faults[name]?.join(' ');
    const onChange = (event: { target: { value: string } }) => set(name, event.target.value);
    if (kind === 'one' && list !== null)
      return (
        <ChoiceField
          key={name}
          label={label}
          error={error}
          placeholder={t('dashboards.any')}
          source={choicesOf(list, Boolean(typed['left']))}
          value={value === '' ? [] : [{ id: Number(value), name: chosen[`${name} ${value}`] ?? names[name] ?? value }]}
          onChange={([choice]) => {
            if (choice) {
              keepName(list, choice);
              setChosen((before) => ({ ...before, [`${name} ${choice.id}`]: choice.name }));
            }
            set(name, choice ? String(choice.id) : '');
          }}
        />
      );
    if (kind === 'choice')
      return (
        <SelectField
          key={name}
          label={label}
          error={error}
          value={value}
          onChange={onChange}
          options={[{ value: '', label: t('dashboards.any') }, ...(choices ?? []).map((choice) => ({ value: String(choice.value), label: choice.label }))]}
        />
      );
    if (kind === 'flag')
      return (
        <CheckField key={name} className={styles.flag} label={label} checked={value !== ''} onChange={({ target }) => set(name, target.checked ? '1' : '')} />
      );
    if (kind === 'day') return <DateField key={name} label={label} error={error} value={value} onChange={onChange} />;
    return (
      <TextField
        key={name}
        label={label}
        error={error}
        value={value}
        maxLength={200}
        autoComplete="off"
        inputMode={kind === 'mark' ? 'decimal' : undefined}
        onChange={onChange}
      />
    );
  };
  const faulty = [...wrong, ...Object.keys(faults)].join();
  const isShown = isOpen || faulty !== '';
  useEffect(() => {
    if (faulty !== '') focusFault();
  }, [faulty, focusFault]);
  const withoutFilter = (name: string): void => {
    set(name, '');
    onFilter(Object.fromEntries(Object.entries(asked).filter(([key]) => key !== name)));
  };
  return (
    <Grid gap={8}>
      <Row wrap gap={8}>
        <Button size="s" icon={IconAdjustmentsHorizontal} aria-expanded={isShown} aria-controls={fields} onClick={() => setOpen(!isShown)}>
          {t('dashboards.showFilters')}
        </Button>
        {definition.period && (
          <Periods
            definitions={definitions}
            from={asked[definition.period[0]]}
            to={asked[definition.period[1]]}
            onPeriod={(span) => definition.period && choosePeriod(definition.period, span)}
          />
        )}
        {said.length > 0 && (
          <Row as="ul" wrap gap={8} aria-label={t('dashboards.filters', { dashboard: definition.title })}>
            {said.map(({ name, words }) => (
              <li key={name}>
                <Button size="s" variant="light" icon={IconX} aria-label={t('dashboards.withoutFilter', { filter: words })} onClick={() => withoutFilter(name)}>
                  <bdi>{words}</bdi>
                </Button>
              </li>
            ))}
          </Row>
        )}
      </Row>
      <Grid
        as="form"
        id={fields}
        hidden={!isShown}
        ref={form}
        gap={12}
        bordered
        radius="lg"
        ground="surface"
        className={styles.filters}
        aria-label={t('dashboards.filters', { dashboard: definition.title })}
        noValidate
        onSubmit={submit}
      >
        <Grid gap={16} rowGap={12} align="start" className={styles.fields}>
          {definition.filters.map(field)}
        </Grid>
        <Row wrap gap={12} rowGap={8}>
          {/* never waits for figures: a press while the last ones load would be lost */}
          <Button type="submit" variant="filled" icon={IconSearch}>
            {t('dashboards.filter')}
          </Button>
          <Button icon={IconReload} onClick={reset}>
            {t('dashboards.reset')}
          </Button>
          <Row as="p" role="alert" inline gap={6} weight={600} className={styles.criteria}>
            {isNothing && (
              <>
                <IconAlertCircle size={16} />
                {t('dashboards.selectCriteria')}
              </>
            )}
          </Row>
        </Row>
      </Grid>
    </Grid>
  );
}
