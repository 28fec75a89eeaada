/** Guardians: who is tied to a child, codes on paper, and the page on which guardians see their children. */
export { GuardianCodeScreen } from './GuardianCodeScreen.tsx';
export { GuardiansSection } from './GuardiansSection.tsx';
export { MyChildrenScreen } from './MyChildrenScreen.tsx';
export type { ChildrenSearch } from './search.ts';
export { FamilyRules } from './FamilyRules.tsx';
