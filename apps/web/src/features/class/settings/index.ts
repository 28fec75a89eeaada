/** The panel where people choose the appearance of their own screens. */
export { SettingsPanel } from './SettingsPanel.tsx';
