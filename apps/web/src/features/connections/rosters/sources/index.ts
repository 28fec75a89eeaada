/** Systems that rosters are read from, in a separate chunk. */
export { SourceReads } from './SourceReads.tsx';
export { Sources } from './Sources.tsx';
