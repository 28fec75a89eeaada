/** The running system, for the people who run the installation. */
export { SystemScreen } from './SystemScreen.tsx';
