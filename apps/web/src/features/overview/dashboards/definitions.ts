import type { CallResult } from '@classwright/contract/core/endpoint';
import type { dashboardDefinitions } from '@classwright/contract/overview/dashboards/calls';

export type Definitions = CallResult<typeof dashboardDefinitions>;
export type Definition = Definitions['data'][number];
export type Filter = Definition['filters'][number];
export type Figure = Definition['figures'][number];
export type Rows = Definition['rows'][number];
export type List = NonNullable<Filter['list']>;

/** Returns true when two sets of filters are equal. */
export const isSame = (one: Asked, other: Asked): boolean => Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

/** Returns the search parameters that open the rows of a figure. */
export type ToRows = (figure: string) => object;

/** The values of filters, by name; unused ones are omitted. */
export type Asked = Readonly<Record<string, string>>;

/** Returns the filters of a dashboard from an address. Typed names are never read from it. */
export const filtersIn = ({ filters }: Definition, search: Readonly<Record<string, string | number | undefined>>): Asked =>
  Object.fromEntries(filters.flatMap(({ name, kind }) => (kind === 'typed' || search[name] === undefined ? [] : [[name, String(search[name])]])));

/** Returns the figures with a card. Those that are only a part of others are shown next to the parts. */
export const cardsOf = ({ figures, parts, chart }: Definition): Figure[] => figures.filter(({ name }) => !parts.includes(name) || chart.of.includes(name));

/** Returns a figure by its name. */
export const figureOf = ({ figures }: Definition, name: string | undefined): Figure | undefined => figures.find((figure) => figure.name === name);
