/** Dashboards: every figure explains its meaning, and opens the rows that it counts. */
export { DashboardPage } from './DashboardPage.tsx';
export { DashboardsScreen } from './DashboardsScreen.tsx';
export type { DashboardsSearch } from './search.ts';
