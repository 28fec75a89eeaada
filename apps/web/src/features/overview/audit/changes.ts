import type { AuditEntryView } from '@classwright/contract/overview/audit/calls';
import { dayOn } from '../../../base/dates.ts';
import { t, hasText } from '../../../base/t.ts';

export interface ReadableChange {
  label: string;
  /** The change as "from → to", or the value of a record that was created or deleted. */
  words: string;
}

/** Returns an entry's changes for people: grades one by one, names instead of ids, fields by their names. */
export function toReadableChanges({
  changes,
  before,
  after,
  grades = [],
  grade_count = 0,
}: Pick<AuditEntryView, 'changes' | 'before' | 'after'> & Partial<Pick<AuditEntryView, 'grades' | 'grade_count'>>): ReadableChange[] {
  const fields = new Set(changes.map(({ field }) => field));
  const graded = grades.map(({ label, from, to }) => ({ label, words: t('audit.change', { from, to }) }));
  const rest = grade_count - grades.length;
  if (graded.length > 0 && rest > 0) graded.push({ label: t('audit.moreGrades', { count: rest }), words: '' });
  const fieldsChanged = changes
    .filter(({ field }) => !READING.has(field) && !isNamedBeside(field, fields))
    .map(({ field, from, to }) => ({ label: labelOf(field), from: inWords(from, field), to: inWords(to, field) }))
    .filter(({ from, to }) => from !== to)
    .map(({ label, from, to }) => ({ label, words: before === null ? to : after === null ? from : t('audit.change', { from, to }) }));
  return [...graded, ...fieldsChanged];
}

/** Parameters of reading a downloaded list, which do not affect its content. */
const READING: ReadonlySet<string> = new Set(['sort', 'direction', 'page', 'per_page']);

/**
 * Returns true for a field that a name next to it replaces: `level_id` next to `level_name`, `school_id` next to
 * `schools`.
 */
function isNamedBeside(field: string, fields: ReadonlySet<string>): boolean {
  const stem = field.endsWith('_id') ? field.slice(0, -'_id'.length) : null;
  return stem !== null && (fields.has(`${stem}_name`) || fields.has(`${stem}s`));
}

const toCamelCase = (field: string): string => field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function labelOf(field: string): string {
  const names = [field, field.replace(/^is_|_(name|id)$/g, '')].flatMap((name) => [name, toCamelCase(name)]);
  const key = [`audit.field.${field}`, ...names.map((name) => `list.field.${name}`)].find(hasText);
  return key ? t(key) : field.replaceAll('_', ' ');
}

function inWords(value: unknown, field = ''): string {
  const named = `audit.value.${field}.${String(value)}`;
  if (hasText(named)) return t(named);
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return t('audit.empty');
  if (typeof value === 'boolean') return value ? t('list.yes') : t('list.no');
  if (Array.isArray(value)) return value.map((one) => inWords(one)).join(', ');
  if (typeof value === 'object') return 'name' in value ? inWords(value.name) : JSON.stringify(value);
  return typeof value === 'string' ? dayOn(value) : String(value);
}
