import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
/** Reward points, the rules that earn them, and the store where they are spent. */
export type { PurchasesSearch, RewardSearch, StoreSearch } from './search.ts';

/** The screens of rewards. Each loads when it is opened, so that students never load the staff's store pages. */
export const RewardPointScreen = lazyScreen(() => import('./RewardPointScreen.tsx'), 'RewardPointScreen');
export const StoreScreen = lazyScreen(() => import('./store/StoreScreen.tsx'), 'StoreScreen');
export const PurchasesScreen = lazyScreen(() => import('./store/PurchasesScreen.tsx'), 'PurchasesScreen');
export const StoreItemsScreen = lazyScreen(() => import('./store/StoreItemsScreen.tsx'), 'StoreItemsScreen');
