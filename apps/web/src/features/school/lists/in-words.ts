import type { ListField } from '@classwright/contract/core/list-fields';
import type { Choice } from '../../../ui/form/index.ts';
import { day, timeOfDay } from './format.ts';
import { colorName, styleName } from './names.ts';
import { t } from '../../../base/t.ts';
import type { FieldValue } from './values.ts';

/** Returns a field's value as text. */
export function inWords({ kind }: ListField, value: FieldValue | undefined): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return t('list.nothing');
  if (Array.isArray(value)) return (value as readonly Choice[]).map(({ name }) => name).join(', ');
  if (typeof value === 'boolean') return value ? t('list.yes') : t('list.no');
  const text = String(value);
  switch (kind) {
    case 'date':
      return day(text);
    case 'time':
      return timeOfDay(text);
    case 'colour':
      return colorName(text);
    case 'style':
      return styleName(text);
    default:
      return text;
  }
}
