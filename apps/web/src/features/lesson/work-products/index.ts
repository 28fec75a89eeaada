/** Work products: those that a student still waits for on Home, and those of a lesson. */
export { type WorkProductsSearch } from './search.ts';
export { UnfinishedAssessments } from './UnfinishedAssessments.tsx';
export { WorkProductsScreen } from './WorkProductsScreen.tsx';
