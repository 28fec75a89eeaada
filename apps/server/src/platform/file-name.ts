/** A text as part of a file's name that every system takes. */
export const toFileName = (text: string): string => text.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-').slice(0, 80);
