/** Fields that no response to a student may contain before correctness may be known, or ever. */
const FORBIDDEN_FIELDS = new Set([
  'is_valid',
  'match_label',
  'AbsentStudents',
  'absent',
  'tally',
  'right',
  'transitions',
  'rubric',
  'sub_grade',
  'confidence',
  'certainty',
]);

/**
 * Returns the paths in a response that hold a forbidden field, an answer's correctness, or one of the texts that the
 * reader must not read.
 */
export function findLeaks(body: unknown, secrets: readonly string[]): string[] {
  const leaks: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      for (const secret of secrets) if (value.includes(secret)) leaks.push(`${path}: ${secret}`);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (FORBIDDEN_FIELDS.has(key) || (key === 'is_correct' && inner !== null)) leaks.push(`${path}.${key}`);
      if (/\.responses\.\d+$/.test(path) && key === 'description') leaks.push(`${path}.${key}`);
      walk(inner, `${path}.${key}`);
    }
  };
  walk(body, '');
  return leaks;
}
