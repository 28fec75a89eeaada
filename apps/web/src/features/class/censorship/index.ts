/** Staff review: what students wrote before words of it were replaced. The lists have the screens of all lists. */
export { CensoredTextsScreen } from './CensoredTextsScreen.tsx';
export type { CensoredSearch } from './search.ts';
