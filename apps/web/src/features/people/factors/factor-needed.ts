import type { FactorNeeded } from '@classwright/contract/people/sign-in/factors';
import { isApiError } from '../../../base/api.ts';

/** Returns the data with which a sign-in that needs a second factor goes on. Null for every other error. */
export const factorNeededBy = (error: unknown): FactorNeeded | null => (isApiError(error, 'FACTOR_NEEDED') ? (error.params as unknown as FactorNeeded) : null);
