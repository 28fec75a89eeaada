import type { Term, Terms } from '@classwright/contract/school/retention/terms';
import { TERMS } from '@classwright/contract/school/retention/terms';
import { t } from '../../../base/t.ts';

export const termNames = Object.keys(TERMS) as Term[];
/** Returns the rule of a term as a sentence of the policy. */
export const sentenceOf = (term: Term, terms: Readonly<Terms>): string => t(`retention.says.${term}`, { count: terms[term] });
