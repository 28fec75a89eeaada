import type { FileView } from '@classwright/contract/school/files/calls';

/** A file in a form; without an id it is a link to another site. */
export interface ChosenFile {
  file_id: number | null;
  name: string;
  url: string;
  mimeType: string;
}

export const toChosen = ({ id, name, url, type }: Pick<FileView, 'id' | 'name' | 'url' | 'type'>): ChosenFile => ({ file_id: id, name, url, mimeType: type });
