import { isolated } from '@classwright/rules/text/bidi';
import { languageStore } from './language.ts';

/**
 * Joins the non-empty parts in one line with dots between them, each in its own direction, so that a right-to-left name
 * does not reverse a time next to it.
 */
export const inOneLine = (parts: readonly (string | number | false | null | undefined)[]): string =>
  parts.flatMap((part) => (part ? [isolated(String(part), languageStore.get().isRightToLeft)] : [])).join(' · ');
