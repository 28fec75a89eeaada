/** Parts of every page that load right after it is drawn: nobody needs them before. */
export { OldPageNotice } from '../../ui/plain/OldPageNotice.tsx';
export { ConnectionBanner } from './ConnectionBanner.tsx';
export { Outbox } from './Outbox.tsx';
export { SignedIn } from './SignedIn.tsx';
