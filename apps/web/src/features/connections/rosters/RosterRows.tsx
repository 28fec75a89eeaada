import { ROSTER_KINDS, type RosterChoice } from '@classwright/contract/connections/rosters/limits';
import { inOneLine } from '../../../base/in-one-line.ts';
import { type Column, DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { CheckField } from '../../../ui/plain/Field.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { loadRosterRows, type Roster, type RosterRow } from './calls.ts';
import { OUTCOME_HUES } from './Counts.tsx';
import styles from './rosters.module.css';
import { type RostersSearch, SHOWN_OUTCOMES } from './search.ts';
import { t } from '../../../base/t.ts';

interface Choosing {
  /** Returns true when this person can make the choice now. */
  mayChoose: (choice: RosterChoice) => boolean;
  onChoose: (choice: RosterChoice, chosen: boolean, rows: number[]) => void;
}

const columns = (from: Roster['from'], { mayChoose, onChoose }: Choosing): Column<RosterRow>[] => [
  {
    key: 'what',
    header: t('rosters.row.what'),
    heading: true,
    cell: ({ kind, name, external_id, detail, role }) => (
      <span className={styles.stack}>
        <bdi>{name || external_id}</bdi>
        <small dir="auto">{inOneLine([t(`rosters.kind.${kind}`), role && t(`rosters.row.role.${role}`), detail])}</small>
      </span>
    ),
  },
  {
    key: 'outcome',
    header: t('rosters.row.outcome'),
    nowrap: true,
    cell: ({ outcome }) => <Chip hue={OUTCOME_HUES[outcome]}>{t(`rosters.outcome.${outcome}`)}</Chip>,
  },
  {
    key: 'said',
    header: t('rosters.row.said'),
    cell: ({ number, said, changes, note, choices }) =>
      said.length + changes.length === 0 && note === null ? null : (
        <ul className={styles.said}>
          {changes.map(({ field, before, after }) => (
            <li key={field} dir="auto">
              {t('rosters.row.change', { field, before: before || '–', after: after || '–' })}
            </li>
          ))}
          {said.map(({ column, value, code, message }) => (
            <li key={`${column} ${code}`}>
              {column && <strong dir="auto">{column}</strong>} {value && <q dir="auto">{value}</q>} {message}
            </li>
          ))}
          {note !== null && <li>{note}</li>}
          {choices.map(({ choice, chosen }) => (
            <li key={choice}>
              <CheckField
                label={t(`rosters.choose.${choice}`)}
                checked={chosen}
                disabled={!mayChoose(choice)}
                onChange={({ target }) => onChoose(choice, target.checked, [number])}
              />
            </li>
          ))}
        </ul>
      ),
  },
  {
    key: 'place',
    header: t('rosters.row.place'),
    cell: ({ file, line }) => (
      <bdi>
        {line === 0 ? t('rosters.row.missing') : from === 'source' ? t('rosters.row.source', { collection: file }) : t('rosters.row.line', { file, line })}
      </bdi>
    ),
  },
];

const wordsOf = (outcome: (typeof SHOWN_OUTCOMES)[number]): string =>
  outcome === 'failed' || outcome === 'stays' ? t(`rosters.filter.${outcome}`) : t(`rosters.outcome.${outcome}`);

interface RowsProps extends Choosing {
  from: Roster['from'];
  search: RostersSearch;
  onSearch: (search: RostersSearch) => void;
  /** A value that reloads the rows when it changes. */
  version: string;
}

/** Lists, row by row, what a roster would do or did. */
export function RosterRows({ from, search, onSearch, mayChoose, onChoose, version }: RowsProps) {
  const { roster, kind, outcome, page = 1, search_text } = search;
  const list = usePagedList(['rosters', roster, 'rows', version], search, loadRosterRows);
  const filters = { ...(kind ? { kind } : {}), ...(outcome ? { outcome } : {}) };
  return (
    <section>
      <h2 className={styles.heading}>{t('rosters.rows')}</h2>
      <DataTable
        caption={t('rosters.rows')}
        rowKey={({ number }) => number}
        list={list}
        state={{ page, ...(search_text ? { search_text } : {}) }}
        onState={(state) => onSearch({ ...filters, ...state })}
        columns={columns(from, { mayChoose, onChoose })}
        tools={
          <>
            <SelectField
              label={t('rosters.filter.kind')}
              value={kind ?? ''}
              onChange={({ target }) => onSearch({ ...(outcome ? { outcome } : {}), kind: ROSTER_KINDS.find((one) => one === target.value) })}
              options={[{ value: '', label: t('rosters.filter.anyKind') }, ...ROSTER_KINDS.map((value) => ({ value, label: t(`rosters.kind.${value}`) }))]}
            />
            <SelectField
              label={t('rosters.filter.outcome')}
              value={outcome ?? ''}
              onChange={({ target }) => onSearch({ ...(kind ? { kind } : {}), outcome: SHOWN_OUTCOMES.find((one) => one === target.value) })}
              options={[{ value: '', label: t('rosters.filter.any') }, ...SHOWN_OUTCOMES.map((value) => ({ value, label: wordsOf(value) }))]}
            />
          </>
        }
        empty={
          <EmptyState compact title={t('rosters.rowsNone')}>
            {t('rosters.rowsNoneHint')}
          </EmptyState>
        }
      />
    </section>
  );
}
