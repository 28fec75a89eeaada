import type { ReadClass } from '@classwright/contract/overview/readings/calls';
import { t } from '../../../base/t.ts';

/** Puts words in one line, as in "Office, grades". */
export const inOneList = (parts: readonly string[]): string => parts.join(', ');

/** Returns the classes of data in words, as in "grades, schoolwork". */
export const classesInWords = (classes: readonly ReadClass[]): string => inOneList(classes.map((one) => t(`readings.class.${one}`)));
