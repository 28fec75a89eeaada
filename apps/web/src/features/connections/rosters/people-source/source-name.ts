import type { Source } from './calls.ts';
import { t } from '../../../../base/t.ts';

/** Returns a source's name on the screen. */
export const sourceName = ({ kind, name }: Source): string => t(`peopleSource.kind.${kind}`, { name });
