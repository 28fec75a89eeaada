import { dayOn } from '../../../base/dates.ts';
import { locale } from '../../../base/language.ts';
import type { Asked, Filter } from './definitions.ts';

const NOTHING = '–';

/** A figure as it is read; one that nothing can be computed for is a dash. */
export const numberText = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : value.toLocaleString(locale(), { maximumFractionDigits: 1 });

/** "Class: 9B", one for each filter that asks something. */
export const saidFilters = (filters: readonly Filter[], asked: Asked, names: Readonly<Record<string, string>>): string[] =>
  filters.flatMap(({ name, label, kind, choices }) => {
    const value = asked[name];
    if (value === undefined) return [];
    if (kind === 'flag') return [label];
    const words = kind === 'one' ? names[name] : kind === 'day' ? dayOn(value) : choices?.find((choice) => String(choice.value) === value)?.label;
    return [`${label}: ${words ?? value}`];
  });
