/** Leaves out keys, which only identify rows on the page, and addresses of our files, which differ every time. */
function withoutAddresses(this: unknown, name: string, part: unknown): unknown {
  const isOwnFile = name === 'url' && typeof (this as { file_id?: unknown }).file_id === 'number';
  return isOwnFile || name === 'key' || name === 'src' ? undefined : part;
}
const comparable = (value: unknown): string => JSON.stringify(value, withoutAddresses) ?? '';

/** Returns true when two values of a form are equal: documents with their pictures, files, plain values. */
export const isSameFilled = (left: unknown, right: unknown): boolean => comparable(left) === comparable(right);
