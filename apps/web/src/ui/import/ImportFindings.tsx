import type { ImportProblemGroup, ImportResolution } from '@classwright/contract/school/imports/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { SelectField } from '../form/index.ts';
import { Button } from '../plain/Button.tsx';
import { Chip } from '../plain/Chip.tsx';
import { IconAlertCircle, IconInfoCircle, IconPlus } from '../plain/icons.ts';
import { LoadFailed } from '../plain/LoadFailed.tsx';
import { SkeletonText } from '../plain/Skeleton.tsx';
import styles from './ImportFindings.module.css';
import type { ShownRows } from './ShownRows.tsx';
import { t } from '../../base/t.ts';

type Column = ImportResolution['column'];
type Choices = Partial<Record<Column, { id: number; name: string }[]>>;

/** The chosen meaning of a text in the file, with its display text. */
export interface Decision extends ImportResolution {
  column_title: string;
  /** The name of the chosen row; null when a school is created. */
  name: string | null;
}

export interface FindingsProps {
  /** The kind of a row in the file. */
  of: 'row' | 'question';
  hasErrors: boolean;
  /** The query key of the groups. */
  queryKey: readonly unknown[];
  load: (signal: AbortSignal) => Promise<{ data: ImportProblemGroup[]; total: number; choices?: Choices }>;
  /** The number of times that the file was read. */
  reads: number;
  /** True while it is being read again. */
  busy: boolean;
  decisions?: readonly Decision[];
  onDecide?: (decisions: readonly Decision[]) => void;
  onShow: (rows: ShownRows) => void;
}

const NONE: readonly Decision[] = [];
const AT_FIRST = 5;
/** The error codes with a shorter message when all possible values are shown next to it. */
const SHORT = ['school', 'accountType', 'role', 'schoolNeeded', 'required', 'roleNeeded'] as const;
const isShort = (code: string): code is (typeof SHORT)[number] => (SHORT as readonly string[]).includes(code);
const keyOf = ({ kind, column, code, value }: ImportProblemGroup) => JSON.stringify([kind, column, code, value]);

/** Shows each kind of error once, with a fix for all of its rows, and the fixes chosen so far. */
export function ImportFindings({ of, hasErrors, queryKey, load, reads, busy: isReading, decisions = NONE, onDecide, onShow }: FindingsProps) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone with the rows that it fixed.
  useEffect(() => {
    if (reads > 1) heading.current?.focus();
  }, [reads]);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const busy = isReading || isPlaceholderData;
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText />;
  const shown = isWhole ? data.data : data.data.slice(0, AT_FIRST);
  const hidden = data.data.length - shown.length;
  const beyond = data.total - data.data.length;
  return (
    <section className={styles.findings} aria-labelledby={id} aria-busy={busy}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {t(hasErrors ? 'importFix.heading' : data.total > 0 ? 'importFix.notes' : 'importFix.decided')}
      </h3>
      {busy && <p role="status">{t('importFix.looking')}</p>}
      {shown.length > 0 && (
        <ul className={styles.groups}>
          {shown.map((group) => (
            <Finding
              key={keyOf(group)}
              of={of}
              group={group}
              choices={data.choices ?? {}}
              busy={busy}
              onShow={onShow}
              onDecide={(decision) => onDecide?.([...decisions.filter((other) => !isSame(other, decision)), decision])}
            />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <span>
          <Button size="s" variant="subtle" onClick={() => setWhole(true)}>
            {t('importFix.more', { count: hidden })}
          </Button>
        </span>
      )}
      {hidden === 0 && beyond > 0 && <p>{t(of === 'row' ? 'importFix.beyond' : 'importFix.beyondQuestions', { count: beyond })}</p>}
      {decisions.length > 0 && (
        <ul className={styles.decisions} aria-label={t('importFix.decided')}>
          {decisions.map((decision) => (
            <li key={`${decision.column} ${decision.value}`}>
              <span>
                {decision.column_title} <strong>{decision.value === '' ? t('importFix.empty') : `“${decision.value}”`}</strong>{' '}
                {decision.name === null ? t('importFix.willCreate') : t('importFix.stands', { name: decision.name })}
              </span>
              <Button size="s" variant="subtle" disabled={busy} onClick={() => onDecide?.(decisions.filter((other) => other !== decision))}>
                {t('importFix.takeBack')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const isSame = (one: Decision, other: Decision): boolean => one.column === other.column && one.value === other.value;

interface FindingProps {
  of: 'row' | 'question';
  group: ImportProblemGroup;
  choices: Choices;
  busy: boolean;
  onDecide: (decision: Decision) => void;
  onShow: (rows: ShownRows) => void;
}

function Finding({ of, group, choices, busy, onDecide, onShow }: FindingProps) {
  const { kind, column, column_title, code, value, message, is_same, row_count: count, first_rows, is_resolvable, can_create, suggestions } = group;
  const [chosen, setChosen] = useState(suggestions[0] ? String(suggestions[0].id) : '');
  const id = useId();
  const offered = is_resolvable ? (choices[column as Column] ?? []) : [];
  const choice = offered.find((one) => String(one.id) === chosen);
  const says = is_resolvable && isShort(code) ? t(`importFix.${code}`) : is_same ? message : t('importFix.forExample', { message });
  const said: Omit<Decision, 'to' | 'name'> = { column: column as Column, column_title, value: value ?? '' };
  const what = `${column_title}${value ? ` “${value}”` : ''}`;
  const isMendable = offered.length > 0 || Boolean(can_create && value);
  return (
    <li>
      <div className={styles.group} role="group" aria-labelledby={id}>
        <div className={styles.says}>
          <span id={id}>
            <Chip hue={kind === 'error' ? 'red' : 'amber'} icon={kind === 'error' ? IconAlertCircle : IconInfoCircle}>
              {t(`importFix.${of}s`, { count })}
            </Chip>{' '}
            <span>
              <strong dir="auto">{what}</strong> {says} {suggestions[0] && <span>{t('importFix.maybe', { name: suggestions[0].name })}</span>}
            </span>
          </span>
          <Button
            size="s"
            variant="subtle"
            disabled={busy}
            onClick={() => onShow({ said: { column, code, ...(is_resolvable || (of === 'question' && value) ? { value: value ?? '' } : {}) }, words: what })}
          >
            {t(of === 'row' ? 'importFix.show' : 'importFix.showQuestions')}
          </Button>
        </div>
        <small className={styles.first}>
          {t('importFix.first')}
          {first_rows.map(({ row, name }) => (
            <span key={row}>
              {row} <bdi>{name}</bdi>
            </span>
          ))}
        </small>
        {isMendable && (
          <div className={styles.remedies}>
            {offered.length > 0 && (
              <>
                <SelectField
                  label={t('importFix.meaning')}
                  value={chosen}
                  disabled={busy}
                  options={[{ value: '', label: t('importFix.choose') }, ...offered.map((one) => ({ value: String(one.id), label: one.name }))]}
                  onChange={(event) => setChosen(event.target.value)}
                />
                {choice && (
                  <Button variant="light" disabled={busy} onClick={() => onDecide({ ...said, to: choice.id, name: choice.name })}>
                    {t('importFix.use', { name: choice.name, count })}
                  </Button>
                )}
              </>
            )}
            {can_create && value && (
              <Button icon={IconPlus} disabled={busy} onClick={() => onDecide({ ...said, to: 'create', name: null })}>
                {t('importFix.create', { name: value })}
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
