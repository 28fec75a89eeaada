import type { CallResult } from '@classwright/contract/core/endpoint';
import type { dashboardDefinitions } from '@classwright/contract/overview/dashboards/calls';

export type Definitions = CallResult<typeof dashboardDefinitions>;
export type Definition = Definitions['data'][number];
export type Filter = Definition['filters'][number];
export type Figure = Definition['figures'][number];
export type Rows = Definition['rows'][number];
export type List = NonNullable<Filter['list']>;

/** Whether two ask the same. */
export const isSame = (one: Asked, other: Asked): boolean => Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

/** What the address says where the rows of a figure are open. */
export type ToRows = (figure: string) => object;

/** What filters ask, by name; those that ask nothing are left out. */
export type Asked = Readonly<Record<string, string>>;

/** Those of what an address says that are filters of a dashboard; typed names are never taken from it. */
export const filtersIn = ({ filters }: Definition, search: Readonly<Record<string, string | number | undefined>>): Asked =>
  Object.fromEntries(filters.flatMap(({ name, kind }) => (kind === 'typed' || search[name] === undefined ? [] : [[name, String(search[name])]])));

/** The figures that have a card: those that are no more than a part of others stand beside the parts. */
export const cardsOf = ({ figures, parts, chart }: Definition): Figure[] => figures.filter(({ name }) => !parts.includes(name) || chart.of.includes(name));

/** A figure by its name. */
export const figureOf = ({ figures }: Definition, name: string | undefined): Figure | undefined => figures.find((figure) => figure.name === name);
