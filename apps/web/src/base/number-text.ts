import { locale } from './language.ts';

/** Returns a number as people read it, such as "1,250". */
export const numberText = (count: number): string => new Intl.NumberFormat(locale()).format(count);
