/** The words of the settings panel. */
export { t } from '../../app/shell/later-words.ts';
