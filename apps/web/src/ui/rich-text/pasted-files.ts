/**
 * Returns the files in pasted or dropped data. A part of a sheet or document also contains an image of itself; then its
 * text is used instead.
 */
export function listPastedFiles(data: DataTransfer | null): File[] {
  return data && data.files.length > 0 && data.getData('text/plain').trim() === '' ? [...data.files] : [];
}
