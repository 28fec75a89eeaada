import type { DashboardDeclaration } from '@classwright/contract';
import type { DashboardScope } from './sources.ts';

const DAY_MS = 86_400_000;
const toMs = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const toDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The same asked of as many days that ended on the day before; null where no whole period is asked for. */
export function beforeThat<D extends DashboardDeclaration>({ period }: D, scope: DashboardScope<D>): DashboardScope<D> | null {
  if (!period) return null;
  const [from, to] = period;
  const [first, last] = [scope.filters[from], scope.filters[to]] as (string | null)[];
  if (!first || !last) return null;
  const days = (toMs(last) - toMs(first)) / DAY_MS + 1;
  const end = toMs(first) - DAY_MS;
  return { ...scope, filters: { ...scope.filters, [from]: toDate(end - (days - 1) * DAY_MS), [to]: toDate(end) } };
}
