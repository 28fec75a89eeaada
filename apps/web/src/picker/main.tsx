import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
import { createRoot } from 'react-dom/client';
import { languageAtHand } from '../base/language.ts';
import { startPickerPage, takeSurroundings } from './page.ts';
import { PickerWindow } from './PickerWindow.tsx';

const surroundings = takeSurroundings();
await languageAtHand();
createRoot(document.getElementById('root') as HTMLElement).render(<PickerWindow page={startPickerPage(surroundings)} />);
