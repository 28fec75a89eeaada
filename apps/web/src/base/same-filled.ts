/** Keys tell rows apart on the page, and the address of a file of ours is another one every time: neither says anything. */
function withoutAddresses(this: unknown, name: string, part: unknown): unknown {
  const isOwnFile = name === 'url' && typeof (this as { file_id?: unknown }).file_id === 'number';
  return isOwnFile || name === 'key' || name === 'src' ? undefined : part;
}
const comparable = (value: unknown): string => JSON.stringify(value, withoutAddresses) ?? '';

/** Whether two values of a form say the same: documents with their pictures, files, plain values. */
export const isSameFilled = (left: unknown, right: unknown): boolean => comparable(left) === comparable(right);
