import type { ImportProblemGroup, ImportResolution, importProblems } from '@classwright/contract/import';
import type { CallResult } from '@classwright/contract/core/endpoint';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconAlertCircle, IconInfoCircle, IconPlus } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { type Import, type ImportSaid, loadImportProblems } from '../calls.ts';
import styles from './import.module.css';
import type { Decision } from './use-import.ts';
import { t } from './words.ts';

type Choices = CallResult<typeof importProblems>['choices'];
type Column = ImportResolution['column'];

/** Rows of one kind, in the words that say which. */
export interface ShownRows {
  said: ImportSaid;
  words: string;
}

interface FindingsProps {
  current: Import;
  /** How often the file was read. */
  reads: number;
  /** It is being read again. */
  busy: boolean;
  decisions: readonly Decision[];
  onDecide: (decisions: readonly Decision[]) => void;
  onShow: (rows: ShownRows) => void;
}

const AT_FIRST = 5;
/** What is said shorter where all that can be meant stands beside it. */
const SHORT = ['school', 'accountType', 'role', 'schoolNeeded', 'required', 'roleNeeded'] as const;
const isShort = (code: string): code is (typeof SHORT)[number] => (SHORT as readonly string[]).includes(code);
const keyOf = ({ kind, column, code, value }: ImportProblemGroup) => JSON.stringify([kind, column, code, value]);

/** Each kind of error once, with what mends all of its rows; and what was said so far. */
export function ImportFindings({ current, reads, busy: isReading, decisions, onDecide, onShow }: FindingsProps) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // what was pressed is gone with the rows that it mended
  useEffect(() => {
    if (reads > 1) heading.current?.focus();
  }, [reads]);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['imports', current.id, 'problems', reads, current.status],
    queryFn: ({ signal }) => loadImportProblems(current.id, signal),
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
        {t(current.error_count > 0 ? 'importFix.heading' : data.total > 0 ? 'importFix.notes' : 'importFix.decided')}
      </h3>
      {busy && <p role="status">{t('importFix.looking')}</p>}
      {shown.length > 0 && (
        <ul className={styles.groups}>
          {shown.map((group) => (
            <Finding
              key={keyOf(group)}
              group={group}
              choices={data.choices}
              busy={busy}
              onShow={onShow}
              onDecide={(decision) => onDecide([...decisions.filter((other) => !isSame(other, decision)), decision])}
            />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <span>
          <Button size="s" variant="subtle" onClick={() => setWhole(true)}>
            {t(hidden === 1 ? 'importFix.more.one' : 'importFix.more.many', { count: hidden })}
          </Button>
        </span>
      )}
      {hidden === 0 && beyond > 0 && <p>{t('importFix.beyond', { count: beyond })}</p>}
      {decisions.length > 0 && (
        <ul className={styles.decisions} aria-label={t('importFix.decided')}>
          {decisions.map((decision) => (
            <li key={`${decision.column} ${decision.value}`}>
              <span>
                {decision.column_title} <strong>{decision.value === '' ? t('importFix.empty') : `“${decision.value}”`}</strong>{' '}
                {decision.name === null ? t('importFix.willCreate') : t('importFix.stands', { name: decision.name })}
              </span>
              <Button size="s" variant="subtle" disabled={busy} onClick={() => onDecide(decisions.filter((other) => other !== decision))}>
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
  group: ImportProblemGroup;
  choices: Choices;
  busy: boolean;
  onDecide: (decision: Decision) => void;
  onShow: (rows: ShownRows) => void;
}

function Finding({ group, choices, busy, onDecide, onShow }: FindingProps) {
  const { kind, column, column_title, code, value, message, row_count: count, is_resolvable, can_create, suggestions } = group;
  const [chosen, setChosen] = useState(suggestions[0] ? String(suggestions[0].id) : '');
  const id = useId();
  const offered = is_resolvable ? (choices[column as Column] ?? []) : [];
  const choice = offered.find((one) => String(one.id) === chosen);
  const says = is_resolvable && isShort(code) ? t(`importFix.${code}`) : message;
  const said: Omit<Decision, 'to' | 'name'> = { column: column as Column, column_title, value: value ?? '' };
  const what = `${column_title}${value ? ` “${value}”` : ''}`;
  const isMendable = offered.length > 0 || Boolean(can_create && value);
  return (
    <li>
      <div className={styles.group} role="group" aria-labelledby={id}>
        <div className={styles.says}>
          <span id={id}>
            <Chip hue={kind === 'error' ? 'red' : 'amber'} icon={kind === 'error' ? IconAlertCircle : IconInfoCircle}>
              {t(count === 1 ? 'importFix.rows.one' : 'importFix.rows.many', { count })}
            </Chip>{' '}
            <span>
              <strong dir="auto">{what}</strong> {says} {suggestions[0] && <span>{t('importFix.maybe', { name: suggestions[0].name })}</span>}
            </span>
          </span>
          <Button
            size="s"
            variant="subtle"
            disabled={busy}
            onClick={() => onShow({ said: { column: column as ImportSaid['column'], code, ...(is_resolvable ? { value: value ?? '' } : {}) }, words: what })}
          >
            {t('importFix.show')}
          </Button>
        </div>
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
                    {t(count === 1 ? 'importFix.use.one' : 'importFix.use.many', { name: choice.name, count })}
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
