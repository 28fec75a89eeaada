/**
 * Files among what was pasted or dropped. A part of a sheet or of a letter brings a picture of itself beside its words:
 * the words are meant.
 */
export function givenFiles(data: DataTransfer | null): File[] {
  return data && data.files.length > 0 && data.getData('text/plain').trim() === '' ? [...data.files] : [];
}
