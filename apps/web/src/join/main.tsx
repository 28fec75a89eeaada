import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
// it would be one more file on the way to the question
import '../base/restore.ts';
import { createRoot } from 'react-dom/client';
import { configReady } from '../base/config.ts';
import { languageReady } from '../base/language.ts';
import { beginRemembered, getSession } from '../base/session.ts';
import { App } from './App.tsx';
import { Broken } from './Broken.tsx';
import { joinEarly } from './lesson/joining.ts';
import { keepPageForOffline } from './offline/register.ts';
import { screenOf, startPage } from './page.ts';
import { readPlayedSeat } from './seat/kept-seat.ts';
import { SeatPage } from './seat/SeatPage.tsx';
import { assessmentIdOf, ways } from './ways.ts';

const played = readPlayedSeat();
const isSeat = played !== null || /^\/j(\/|$)/.test(location.pathname);
const assessmentId = assessmentIdOf(location.search);
if (!isSeat && assessmentId !== null && screenOf(location) === null) joinEarly(assessmentId);
await Promise.all([configReady(), languageReady(), beginRemembered()]);
const session = getSession();
const root = createRoot(document.getElementById('root') as HTMLElement);
if (isSeat) root.render(<SeatPage played={played} />);
else if (!session) ways.toSignIn({ reason: 'nobody' });
else if (!session.user.rights.includes('live-participation:view')) ways.toHome();
else {
  keepPageForOffline();
  const page = startPage(session, assessmentId, ways, { first: screenOf(location) });
  root.render(
    <Broken outbox={page.outbox}>
      <App page={page} />
    </Broken>,
  );
}
