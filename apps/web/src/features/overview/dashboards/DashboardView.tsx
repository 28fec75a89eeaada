import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { tidy } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { IconBroadcast } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { reloadData, useFigures, useNames } from './calls.ts';
import { Cards } from './Cards.tsx';
import { PartsPanel, RingPanel } from './Charts.tsx';
import styles from './dashboards.module.css';
import { type Asked, type Definition, type Definitions, figureOf, filtersIn, isSame } from './definitions.ts';
import { FilterForm } from './FilterForm.tsx';
import { Head } from './Head.tsx';
import { OverTime } from './OverTime.tsx';
import { QuestionSearch } from './QuestionSearch.tsx';
import { RowsSection } from './RowsSection.tsx';
import { parseDashboardsSearch } from './search.ts';
import { OwnDays, StudentDetails } from './StudentDetails.tsx';
import { StudentsTable } from './StudentsTable.tsx';
import { t } from '../../../base/t.ts';
import { describeFilters } from './words.ts';

/** Dashboards whose figures are shown as a ring. */
const IN_RING: readonly string[] = ['student-enrollment', 'grade-book', 'question-bank'];

/** Converts ids and marks to numbers, since an address puts quotes around numeric text. */
const inFigures = (asked: Asked): Record<string, string | number> =>
  Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, /^\d{1,15}$/.test(value) ? Number(value) : value]));

/** Picks the filters that are typed names, or those that are not. */
function pick({ filters }: Definition, from: Asked, isTyped: boolean): Asked {
  const typed = new Set(filters.flatMap(({ name, kind }) => (kind === 'typed' ? [name] : [])));
  return Object.fromEntries(Object.entries(from).filter(([name]) => typed.has(name) === isTyped));
}

/** Shows one dashboard: its filters, figures, the rows of the chosen figure, and its charts. */
export function DashboardView({ definition, definitions }: { definition: Definition; definitions: Definitions }) {
  const { id } = useUser();
  const { search, push, replace } = usePageSearch(parseDashboardsSearch);
  // names of people and classes do not appear in an address
  const [typed, setTyped] = useState<Asked>({});
  const inAddress = filtersIn(definition, search);
  const asked = { ...inAddress, ...typed };
  const { tab, figure: openName, page, sort, direction, details } = search;
  const names = useNames(definition.filters, inAddress);
  const standing = useFigures(definition, asked);
  // new filters come into the address once they are accepted; until then the last figures stay
  const [asking, setAsking] = useState<Asked | null>(null);
  const tried = useFigures(definition, asking ?? asked);
  const faultOf = (error: unknown) => (isApiError(error, 'VALIDATION_FAILED') ? error : null);
  const fault = faultOf(standing.error);
  const triedFault = faultOf(tried.error);
  // a refused part of an address is shown at its field, and the figures use the remaining filters
  const rest = fault ? Object.fromEntries(Object.entries(asked).filter(([name]) => !fault.errors[name])) : asked;
  const figures = useFigures(definition, rest);
  const said = describeFilters(definition.filters, rest, names);
  const { error, isPlaceholderData } = figures;
  const isFetching = figures.isFetching || tried.isFetching;
  const refusal = isApiError(error, 'VALIDATION_FAILED') ? error : null;
  const open = figureOf(definition, openName);
  const place = tidy({ tab, ...inFigures(inAddress) });
  const toRows = (figure: string) => ({ ...place, figure });
  const dashboard = useFocusBack(open?.name);
  const onFilter = (filters: Asked) => {
    setAsking(filters);
    void reloadData(definition, { isOtherwise: !isSame(filters, asking ?? asked) });
  };
  const isAnswered = asking !== null && triedFault === null && !tried.isFetching && !tried.isPlaceholderData;
  useEffect(() => {
    if (!isAnswered) return;
    setAsking(null);
    setTyped(pick(definition, asking, true));
    replace(tidy({ tab, ...inFigures(pick(definition, asking, false)), figure: openName }));
  }, [isAnswered, asking, definition, tab, openName, replace]);
  // a dashboard with a refused answer has nothing to show
  const data = refusal ? undefined : figures.data;
  const faults = (asking === null ? fault : triedFault)?.errors ?? {};
  const others = Object.entries(faults).filter(([name]) => !definition.filters.some((filter) => filter.name === name));
  return (
    <Grid ref={dashboard} gap={12} className={styles.dashboard}>
      <Head definition={definition} figures={data} isOwn={definitions.is_own} />
      {definition.filters.length > 0 && (
        <FilterForm
          definition={definition}
          definitions={definitions}
          asked={asked}
          names={names}
          said={said}
          faults={faults}
          onFilter={onFilter}
          onReset={() => onFilter({})}
        />
      )}
      {said.length > 0 && <p className="cw-print-only">{said.join(' · ')}</p>}
      {others.length > 0 && <Notice>{others.flatMap(([, words]) => words).join(' ')}</Notice>}
      <p role="status" className="visually-hidden">
        {isFetching ? t('dashboards.loading') : ''}
      </p>
      {error && !refusal && !isFetching ? (
        <LoadFailed error={error} onRetry={() => void figures.refetch()} />
      ) : (
        !refusal && (
          <Cards
            definition={definition}
            figures={data}
            said={said.map(({ words }) => words)}
            open={open?.name}
            toRows={toRows}
            isStale={isPlaceholderData || isFetching}
          />
        )
      )}
      {data && data.running > 0 && (
        <Notice hue="blue" icon={IconBroadcast} assertive={false}>
          {t('dashboards.running', { count: data.running })}
        </Notice>
      )}
      {open && !refusal && (
        <RowsSection
          definition={definition}
          definitions={definitions}
          figure={open}
          now={data?.now}
          asked={rest}
          state={{ page, sort, direction }}
          onState={(state) => replace({ ...place, figure: open.name, ...state })}
          onClose={() => replace(place)}
        />
      )}
      {data && definition.parts.length > 0 && <PartsPanel definition={definition} figures={data} toRows={toRows} />}
      {data && IN_RING.includes(definition.name) && <RingPanel definition={definition} figures={data} toRows={toRows} />}
      {data && data.lessons.length > 0 && <OverTime definition={definition} figures={data} asked={inAddress} isOwn={definitions.is_own} />}
      {definition.name === 'question-bank' && data && <QuestionSearch definition={definition} asked={rest} types={data.types} isOwn={definitions.is_own} />}
      {definition.name === 'attendance' && definitions.is_own && <OwnDays definition={definition} id={id} />}
      {definition.name === 'attendance' && !definitions.is_own && !refusal && (
        <>
          <StudentsTable
            definition={definition}
            asked={rest}
            isOfSchool={definitions.sees_school && rest['class'] === undefined && rest['teacher'] === undefined}
            onView={(student) => push({ ...place, details: student })}
          />
          {details !== undefined && <StudentDetails definition={definition} id={details} asked={rest} onClose={() => replace(place)} />}
        </>
      )}
    </Grid>
  );
}

/** Returns the focus to the figure when its rows are closed while they have the focus. */
function useFocusBack(open: string | undefined) {
  const dashboard = useRef<HTMLDivElement>(null);
  const last = useRef(open);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (open === undefined && last.current !== undefined && isLost) dashboard.current?.querySelector<HTMLElement>(`[data-figure="${last.current}"]`)?.focus();
    last.current = open;
  }, [open]);
  return dashboard;
}
