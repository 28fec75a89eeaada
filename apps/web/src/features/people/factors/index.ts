/** The second step for signing in: showing it, one's own, what a school requires of a role, and its end by an administrator. */
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

export const OwnFactors = lazyScreen(() => import('./OwnFactors.tsx'), 'OwnFactors', null);
export const FactorRules = lazyScreen(() => import('./FactorRules.tsx'), 'FactorRules', null);
export const EndFactors = lazyScreen(() => import('./EndFactors.tsx'), 'EndFactors', null);
export const FactorFirst = lazyScreen(() => import('./FactorFirst.tsx'), 'FactorFirst', null);
/** The second step of a sign-in. */
export const FactorStep = lazyScreen(() => import('./FactorStep.tsx'), 'FactorStep', null);
/** The dialog that asks whether it is the signed-in person. */
export const ConfirmAgain = lazyScreen(() => import('./ConfirmAgain.tsx'), 'ConfirmAgain', null);
export { factorNeededBy } from './factor-needed.ts';
