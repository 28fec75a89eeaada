/**
 * The staff review of texts that students wrote, before words were replaced. The lists use the screens of all lists.
 */
export { CensoredTextsScreen } from './CensoredTextsScreen.tsx';
export type { CensoredSearch } from './search.ts';
