/**
 * Returns the last segment of a category's path, without Moodle's prefix: "$course$/top/Default for Optics" is
 * "Optics".
 */
export function lastOfPath(path: string): string {
  const parts = path
    .split(/(?<!\/)\/(?!\/)/)
    .map((part) => part.replaceAll('//', '/').trim())
    .filter((part) => part !== '' && part !== 'top' && !/^\$\w+\$$/.test(part));
  return (parts.at(-1) ?? '').replace(/^Default for /, '');
}
