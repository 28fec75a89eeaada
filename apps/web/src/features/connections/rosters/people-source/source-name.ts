import type { Source } from './calls.ts';
import { t } from './t.ts';

/** Returns what a source is called on the screen. */
export const sourceName = ({ kind, name }: Source): string => t(`peopleSource.kind.${kind}`, { name });
