import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';

type Resource = StaffQuestionView['resources'][number];

/** A figure of a question, from its description or its attachments. */
export interface Figure {
  src: string;
  alt: string;
}

/** Separates attached images, which are shown, from files that can only be opened. */
export function splitAttached(resources: readonly Resource[]): { pictures: Figure[]; others: Resource[] } {
  const isPicture = ({ mime_type }: Resource): boolean => mime_type.startsWith('image/') && mime_type !== 'image/svg+xml';
  return {
    pictures: resources.filter(isPicture).map(({ url, name }) => ({ src: url, alt: wordsOf(name) })),
    others: resources.filter((resource) => !isPicture(resource)),
  };
}

/** Returns a file name as words: "plenty-poster.png" becomes "plenty poster". */
function wordsOf(fileName: string): string {
  return (
    fileName
      .replace(/\.[a-z0-9]{1,5}$/i, '')
      .replaceAll(/[-_]+/g, ' ')
      .trim() || fileName
  );
}
