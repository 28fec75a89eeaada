import { dayOn } from '../../../base/dates.ts';
import { locale } from '../../../base/language.ts';
import type { Asked, Filter } from './definitions.ts';

const NOTHING = '–';

/** Returns a figure as text; a dash if it cannot be computed. */
export const numberText = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : value.toLocaleString(locale(), { maximumFractionDigits: 1 });

/** Returns each active filter with a text such as "Class: 9B". */
export const describeFilters = (filters: readonly Filter[], asked: Asked, names: Readonly<Record<string, string>>): { name: string; words: string }[] =>
  filters.flatMap(({ name, label, kind, choices }) => {
    const value = asked[name];
    if (value === undefined) return [];
    if (kind === 'flag') return [{ name, words: label }];
    const said = kind === 'one' ? names[name] : kind === 'day' ? dayOn(value) : choices?.find((choice) => String(choice.value) === value)?.label;
    return [{ name, words: `${label}: ${said ?? value}` }];
  });
