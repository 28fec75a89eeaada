/** What the server has set up of what is not its own; while it has none, no screen offers anything of it. */
import { configStore } from './config.ts';
import { useStore } from './use-store.ts';

/** Whether classes can be synced with Google Classroom. */
export const useHasClassroom = (): boolean => useStore(configStore)?.classroom === true;

/** Whether the school's server sends mail. */
export const useSendsMail = (): boolean => useStore(configStore)?.sign_in?.mail === true;
