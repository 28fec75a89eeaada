/** Systems that rosters are read from, in a part of their own. */
export { SourceReads } from './SourceReads.tsx';
export { Sources } from './Sources.tsx';
