/** The panel where people choose the look of their own screens. */
export { SettingsPanel } from './SettingsPanel.tsx';
