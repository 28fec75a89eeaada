import { useEffect, useState, type ReactNode } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { dayOf } from '../../base/dates.ts';
import { getSession } from '../../base/session.ts';
import { t } from '../../base/t.ts';
import './print.css';

/** The first line of a printed page: the school, and the day on which it was printed. The page itself has its title. */
export function PrintHead() {
  return (
    <div className="cw-print-head" aria-hidden>
      <b dir="auto">{getSession()?.user.school?.school_name}</b>
      <span>{t('print.on', { date: dayOf(Date.now()) })}</span>
    </div>
  );
}

/** A sheet that is invisible on the screen and is printed in place of the page. */
export function Paper({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return createPortal(
    <div data-paper className={className} aria-hidden>
      {children}
    </div>,
    document.body,
  );
}

/** Returns true while the page is printed, for what is folded on the screen and read on paper. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // the browser takes the page as it is when the listeners have ended
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/**
 * A sheet that is made at the moment when the page is printed, for what is too large to be kept ready. `children` draws it.
 */
export function PaperOnDemand({ className, children }: { className?: string | undefined; children: () => ReactNode }) {
  return useIsPrinting() && <Paper className={className}>{children()}</Paper>;
}
