/** The outside services that the server has set up. Screens offer nothing of a service that is missing. */
import { configStore } from './config.ts';
import { useStore } from './use-store.ts';

/** Returns true when classes can be synced with Google Classroom. */
export const useHasClassroom = (): boolean => useStore(configStore)?.classroom === true;

/** Returns true when the school's server sends mail. */
export const useSendsMail = (): boolean => useStore(configStore)?.sign_in?.mail === true;
