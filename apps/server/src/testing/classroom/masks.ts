import { invalid } from './errors.ts';

const toCamel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Parses the fields of `updateMask`, in camel case; Google accepts both spellings. @throws GoogleError INVALID_ARGUMENT
 * without a mask, or when it names a field that this method does not change
 */
export function parseMask<Field extends string>(query: URLSearchParams, allowed: readonly Field[]): Set<Field> {
  const names = (query.get('updateMask') ?? '')
    .split(',')
    .map((name) => toCamel(name.trim()))
    .filter((name) => name !== '');
  if (names.length === 0) throw invalid('Update mask is required');
  const wrong = names.find((name) => !allowed.includes(name as Field));
  if (wrong !== undefined) throw invalid(`Invalid update mask: ${wrong}`);
  return new Set(names as Field[]);
}
