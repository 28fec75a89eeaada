import { type DashboardDeclaration, en, type MessageKey, type Translate } from '@classwright/contract';
import { columnsOf, type DashboardReach } from '../../../platform/dashboards/index.ts';
import { mayFilter } from './reach.ts';

type Say = Translate<MessageKey>;
const VALUE = 'dashboard.value.';

/** Returns the texts of the codes in columns of the kind `words`. */
export const toCodeWords = (t: Say): Record<string, string> =>
  Object.fromEntries(Object.keys(en).flatMap((key) => (key.startsWith(VALUE) ? [[key.slice(VALUE.length), t(key as MessageKey)]] : [])));

/** Builds a dashboard for screens, with its caller's filters and translated texts. One student has no mean. */
export function toDefinitionView(declaration: DashboardDeclaration, reach: DashboardReach, t: Say) {
  const say = (key: string): string => t(key as MessageKey);
  const isOwn = reach.of === 'student';
  const {
    name,
    title,
    about,
    path,
    figuresPath = path,
    filterPath = path,
    route,
    isFlat,
    filters,
    figures,
    rows,
    chart,
    parts = [],
    whole = null,
    period,
  } = declaration;
  return {
    name,
    title: say(title),
    about: say(isOwn && `${about}.own` in en ? `${about}.own` : about),
    path,
    figures_path: figuresPath,
    filter_path: filterPath,
    route,
    is_flat: isFlat,
    filters: Object.entries(filters)
      .filter(([, filter]) => mayFilter(reach, filter.for))
      .map(([key, filter]) => ({
        name: key,
        label: say(filter.label),
        kind: filter.kind,
        list: filter.kind === 'one' ? filter.list : null,
        choices: toChoices(filter, say),
      })),
    figures: Object.entries(figures)
      .filter(([, { kind, for: audience }]) => !isOwn || (kind !== 'mean' && audience !== 'staff'))
      .map(([key, { title: label, says, kind, rows: counted, over, of, mark = null }]) => ({
        name: key,
        label: say(label),
        says: say(says),
        kind,
        rows: counted,
        over: over ? ([...over] as [string, string]) : null,
        of: of ? [...of] : null,
        mark,
      })),
    rows: Object.entries(rows).map(([key, { sort, opens = null }]) => ({
      name: key,
      columns: columnsOf(declaration, key, reach, 'screen').map(([column, { label, kind }]) => ({ name: column, label: say(label), kind })),
      sort,
      opens,
    })),
    chart: { of: [...chart.of], axis_from: chart.axisFrom },
    parts: [...parts],
    whole,
    period: period ? ([...period] as [string, string]) : null,
  };
}

const toChoices = (filter: DashboardDeclaration['filters'][string], say: (key: string) => string) =>
  filter.kind === 'choice' ? filter.choices.map(({ value, label }) => ({ value, label: say(label) })) : null;
