import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

/** Each is fetched by those who open it: students never carry what staff keep the store with. */
export const RewardPointScreen = lazyScreen(() => import('./RewardPointScreen.tsx'), 'RewardPointScreen');
export const StoreScreen = lazyScreen(() => import('./store/StoreScreen.tsx'), 'StoreScreen');
export const PurchasesScreen = lazyScreen(() => import('./store/PurchasesScreen.tsx'), 'PurchasesScreen');
export const StoreItemsScreen = lazyScreen(() => import('./store/StoreItemsScreen.tsx'), 'StoreItemsScreen');
