/** Returns a text as a part of a file name that every system accepts. */
export const toFileName = (text: string): string => text.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-').slice(0, 80);
