/** Reward points, the rules that earn them, and the store where they are spent. */
export { PurchasesScreen, RewardPointScreen, StoreItemsScreen, StoreScreen } from './screens.ts';
export type { PurchasesSearch, RewardSearch, StoreSearch } from './search.ts';
