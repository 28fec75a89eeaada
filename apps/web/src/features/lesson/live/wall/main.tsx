import '../../../../styles/tokens.css';
import '../../../../styles/fonts.css';
import '../../../../styles/base.css';
import { createRoot } from 'react-dom/client';
import { configReady } from '../../../../base/config.ts';
import { languageReady } from '../../../../base/language.ts';
import { startWall } from './wall-device.ts';
import { WallScreen } from './WallScreen.tsx';

await Promise.all([configReady(), languageReady()]);
createRoot(document.getElementById('root') as HTMLElement).render(<WallScreen wall={startWall()} />);
