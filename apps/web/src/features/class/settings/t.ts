/** Messages of the settings panel. */
export { t } from '../../../base/settings-t.ts';
