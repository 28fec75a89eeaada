/** The notice: how a school uses data about people, open to everybody; its question after a change; a school's own paragraphs. */
export { ChangedNotice } from './ChangedNotice.tsx';
export { NoticeLink } from './NoticeLink.tsx';
export { NoticeScreen } from './NoticeScreen.tsx';
export { NoticeTexts } from './NoticeTexts.tsx';
export type { NoticeSearch } from './search.ts';
