import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
import { createRoot } from 'react-dom/client';
import { configReady } from '../base/config.ts';
import { languageReady } from '../base/language.ts';
import { restoreRemembered } from '../base/restore.ts';
import { getSession } from '../base/session.ts';
import { App } from './App.tsx';
import { Broken } from './Broken.tsx';
import { joinEarly } from './lesson/joining.ts';
import { keepPageForOffline } from './offline/register.ts';
import { screenOf, startPage, wait } from './page.ts';
import { readPlayedSeat } from './seat/kept-seat.ts';
import { SeatPage } from './seat/SeatPage.tsx';
import { assessmentIdOf, ways } from './ways.ts';

/** The time after which a placeholder is drawn. */
const PLACEHOLDER_AFTER_MS = 150;

const played = readPlayedSeat();
const isSeat = played !== null || /^\/j(\/|$)/.test(location.pathname);
const assessmentId = assessmentIdOf(location.search);
if (!isSeat && assessmentId !== null && screenOf(location) === null) joinEarly(assessmentId);
await Promise.all([configReady(), languageReady(), restoreRemembered()]);
const session = getSession();
const root = createRoot(document.getElementById('root') as HTMLElement);
if (isSeat) root.render(<SeatPage played={played} />);
else if (!session) ways.toSignIn({ reason: 'nobody' });
else if (!session.user.rights.includes('live-participation:view')) ways.toHome();
else {
  keepPageForOffline();
  const page = startPage(session, assessmentId, ways, { first: screenOf(location) });
  // Often the question is there in the meantime, and drawing a placeholder first would only delay it.
  await Promise.race([page.settled, wait(PLACEHOLDER_AFTER_MS)]);
  root.render(
    <Broken outbox={page.outbox}>
      <App page={page} />
    </Broken>,
  );
}
