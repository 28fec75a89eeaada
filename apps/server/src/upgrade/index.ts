/**
 * The upgrade to another version, with a way back.
 *
 * Invariants: nothing is changed before a verified backup exists and there is room. From then on a record in the data folder
 * names the step, so that a later start or upgrade can end what was interrupted. The data of before stays untouched until
 * the new version has said that it is ready; then nothing goes back.
 */
export { meetUpgrade } from './meet-upgrade.ts';
export { hasRecord } from './record.ts';
export { runUpgrade } from './run-upgrade.ts';
