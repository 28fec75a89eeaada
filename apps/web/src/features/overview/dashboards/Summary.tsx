import { useState } from 'react';
import { Columns } from '../../../ui/charts/Columns.tsx';
import { ChartSwitch } from '../../../ui/charts/index.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Panel } from '../../../ui/plain/Card.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row } from '../../../ui/plain/layout/layout.tsx';
import { tidy } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useAllFigures, useNames } from './calls.ts';
import { chartItems } from './Charts.tsx';
import styles from './dashboards.module.css';
import { type Asked, type Definition, type Definitions, figureOf, type Filter, filtersIn, type List } from './definitions.ts';
import { FilterForm } from './FilterForm.tsx';
import { FigureTable } from './FigureTable.tsx';
import { parseDashboardsSearch } from './search.ts';
import { describeFilters } from './words.ts';
import { t } from '../../../base/t.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { SwitchField } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { useUser } from '../../../base/use-user.ts';
import { Monday } from '../home/index.ts';
import { useMailPreferences } from '../../school/notifications/index.ts';

const KIND = 'weekly-figures';

/** The lists that the dashboards can be filtered by together. */
const SHARED = ['school', 'teacher', 'class'] as const satisfies readonly List[];

const isShared = (list: List | null): list is (typeof SHARED)[number] => SHARED.some((one) => one === list);

/** Returns the filters that dashboards have in common, each named after its list, for people who have them. */
const sharedFilters = (definitions: readonly Definition[]): Filter[] =>
  SHARED.flatMap((list) => {
    const filter = definitions.flatMap(({ filters }) => filters).find((one) => one.kind === 'one' && one.list === list);
    return filter ? [{ ...filter, name: list }] : [];
  });

/**
 * Returns the filters of a dashboard for the shared ones: by id where it has a list, by name where it takes a typed
 * name. Null while a name that it needs is not known.
 */
function toOwnFilters({ filters }: Definition, shared: Asked, names: Readonly<Record<string, string>>): Asked | null {
  const own: Record<string, string> = {};
  for (const { name, kind, list } of filters) {
    const key = kind === 'one' ? list : kind === 'typed' ? SHARED.find((one) => one === name) : null;
    const id = isShared(key ?? null) ? shared[key!] : undefined;
    if (id === undefined) continue;
    // until a name has loaded, its id stands for it
    if (kind === 'typed' && (names[key!] === undefined || names[key!] === id)) return null;
    own[name] = kind === 'typed' ? names[key!]! : id;
  }
  return own;
}

/** Shows a switch for the weekly report by email. Shows nothing when no mail is sent. */
function WeeklyMail() {
  const {
    loaded: { data },
    choose: send,
  } = useMailPreferences();
  const chosen = data?.preferences.find(({ kind }) => kind === KIND);
  if (!data?.sends_mail || !chosen) return null;
  const choose = (on: boolean): Promise<string> => send(KIND, on ? 'now' : 'never');
  const change = (on: boolean) =>
    choose(on).then(
      (message) => showSnack(message, { undo: () => choose(!on) }),
      (error: unknown) => showSnack(errorText(error), { color: 'red' }),
    );
  return (
    <SwitchField label={t('dashboards.weekly')} description={t('dashboards.weeklyHint')} checked={chosen.mail !== 'never'} onChange={(on) => void change(on)} />
  );
}

/**
 * Shows the week and what it asks for, then all dashboards on one page. Each makes its own call, so a figure cannot differ from its tab, and an error
 * affects only one.
 */
export function Summary({ definitions }: { definitions: Definitions }) {
  const { rights } = useUser();
  const { search, replace } = usePageSearch(parseDashboardsSearch);
  const { data } = definitions;
  const common = { ...data[0]!, title: t('dashboards.summary'), filters: sharedFilters(data), period: null };
  const chosen = filtersIn(common, search);
  const names = useNames(common.filters, chosen);
  const all = data.map((definition) => ({ definition, asked: toOwnFilters(definition, chosen, names) }));
  const answers = useAllFigures(all);
  const filter = (filters: Asked) => replace(tidy({ tab: search.tab, ...inNumbers(filters) }));
  const said = describeFilters(common.filters, chosen, names);
  return (
    <>
      {rights.includes('live-lessons:view') && <Monday />}
      {common.filters.length > 0 && (
        <div className={styles.shared}>
          <FilterForm
            definition={common}
            definitions={definitions}
            asked={chosen}
            names={names}
            said={said}
            faults={{}}
            onFilter={filter}
            onReset={() => filter({})}
          />
          {said.length > 0 && <p className="cw-print-only">{said.map(({ words }) => words).join(' · ')}</p>}
        </div>
      )}
      <Grid gap={16} className={styles.summary}>
        {all.map(({ definition, asked }, index) => {
          const answer = answers[index];
          return answer && <SummaryCard key={definition.name} definition={definition} asked={asked ?? {}} answer={answer} />;
        })}
      </Grid>
      <div className={styles.weekly}>
        <WeeklyMail />
      </div>
    </>
  );
}

const addressOf = (tab: string, filters: Record<string, number>): string =>
  `/dashboard?${new URLSearchParams({ tab, ...Object.fromEntries(Object.entries(filters).map(([name, id]) => [name, String(id)])) })}`;

/** Converts ids to numbers, since an address puts quotes around numeric text. */
const inNumbers = (asked: Asked): Record<string, number> => Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, Number(value)]));

interface SummaryCardProps {
  definition: Definition;
  /** The filters of this dashboard. Typed names are left out of addresses. */
  asked: Asked;
  answer: ReturnType<typeof useAllFigures>[number];
}

function SummaryCard({ definition, asked, answer }: SummaryCardProps) {
  const [view, setView] = useState<'columns' | 'table'>('columns');
  const { data, error, isFetching, refetch } = answer;
  const { title, chart, name } = definition;
  const inAddress = inNumbers(filtersIn(definition, asked));
  const figures = chart.of.flatMap((one) => figureOf(definition, one) ?? []);
  return (
    <Panel
      title={title}
      aria-label={title}
      className={styles.panel}
      data-wide={figures.length > 6 || undefined}
      side={
        <Row as="span" inline gap={12}>
          <AppLink to={addressOf(name, inAddress)} data-screen-only aria-label={t('dashboards.openDashboard', { dashboard: title })}>
            {t('dashboards.open')}
          </AppLink>
          <ChartSwitch view={view} views={['columns', 'table']} onView={setView} />
        </Row>
      }
    >
      <div className={styles.figure}>
        {error && !isFetching ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonText lines={6} />
        ) : view === 'columns' ? (
          <Columns items={chartItems(figures, data.now)} axisFrom={chart.axis_from} />
        ) : (
          <FigureTable caption={title} figures={figures} now={data.now} toRows={(figure) => ({ tab: name, ...inAddress, figure })} />
        )}
      </div>
    </Panel>
  );
}
