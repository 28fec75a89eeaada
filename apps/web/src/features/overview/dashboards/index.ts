/** Dashboards: every figure says what it counts, and opens the rows that it is counted over. */
export { DashboardPage } from './DashboardPage.tsx';
export { DashboardsScreen } from './DashboardsScreen.tsx';
export type { DashboardsSearch } from './search.ts';
