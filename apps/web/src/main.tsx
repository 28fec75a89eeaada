import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { configReady } from './base/config.ts';
import { languageReady } from './base/language.ts';
import { preloadScreens } from './app/pages.tsx';
import { router } from './app/router.tsx';
import { beginRemembered } from './base/session.ts';
import { watchSession } from './app/watch-session.ts';

watchSession(() => void router.invalidate());
await Promise.all([configReady(), languageReady(), beginRemembered()]);
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
setTimeout(preloadScreens, 2000);
