import { given } from './given.ts'; // first: it forgets what is not for this window
import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
import { createRoot } from 'react-dom/client';
import { languageReady } from '../base/language.ts';
import { pickFiles } from './google-picker.ts';
import { startPickerPage } from './page.ts';
import { PickerWindow } from './PickerWindow.tsx';

await languageReady();
const page = startPickerPage(given, { leave: (url) => location.assign(url), close: () => window.close(), pick: pickFiles });
createRoot(document.getElementById('root') as HTMLElement).render(<PickerWindow page={page} />);
