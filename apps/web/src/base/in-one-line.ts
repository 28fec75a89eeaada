import { isolated } from '@classwright/rules/text/turning';
import { languageStore } from './language.ts';

/** Returns the parts that are there, in one line with dots between them, each in its own direction: a name from right to left turns no time beside it round. */
export const inOneLine = (parts: readonly (string | number | false | null | undefined)[]): string =>
  parts.flatMap((part) => (part ? [isolated(String(part), languageStore.get().isRightToLeft)] : [])).join(' · ');
