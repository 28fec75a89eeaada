import type { MailChoiceView, mailChoiceCheck, mailChoiceUpdate } from '@classwright/contract/school/notifications/calls';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { Button, buttonClasses } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import styles from './first-sign-in.module.css';
import { t } from '../../../base/t.ts';
import { Page } from './Page.tsx';

/**
 * Returns the code: after the # of a link that a person opened, or after the ? where a mail program opens the address
 * it would send to. It remains there, so that reloading the page shows the current state.
 */
function codeInAddress(): string {
  const [hash, search] = [new URLSearchParams(location.hash.slice(1)), new URLSearchParams(location.search)];
  return hash.get('code') ?? search.get('code') ?? '';
}

/** Shows the choice that an email's own link offers. Opening it changes nothing. */
export function MailChoiceScreen() {
  const [code] = useState(codeInAddress);
  const [choice, setChoice] = useState<MailChoiceView | null>(null);
  const [said, setSaid] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const aborter = new AbortController();
    setError(null);
    api<typeof mailChoiceCheck>('POST', '/notifications/mails/check', { body: { code }, token: null, signal: aborter.signal }).then(
      setChoice,
      (failure: unknown) => {
        if (!aborter.signal.aborted) setError(failure);
      },
    );
    return () => aborter.abort();
  }, [code, tries]);

  const choose = async (sends: boolean) => {
    if (pending) return;
    setPending(true);
    try {
      const { message, ...now } = await api<typeof mailChoiceUpdate>('POST', '/notifications/mails', { body: { code, sends }, token: null });
      setChoice(now);
      setSaid(message);
      setError(null);
    } catch (failure) {
      setSaid('');
      setError(failure);
    } finally {
      setPending(false);
    }
  };
  const isRefused = isApiError(error, 'MAIL_LINK_REFUSED', 'MAIL_LINK_OVER', 'MAIL_LINK_INACTIVE');
  return (
    <Page title={t('mailChoice.title')}>
      {error !== null && (choice !== null || isRefused) && <Notice>{errorText(error)}</Notice>}
      {choice && !isRefused && <Choice choice={choice} pending={pending} onChoose={(sends) => void choose(sends)} />}
      {!choice && error !== null && !isRefused && <LoadFailed error={error} onRetry={() => setTries(tries + 1)} />}
      <p role="status">{choice === null && error === null ? t('mailChoice.checking') : said}</p>
      {choice && !isRefused && <p>{t('mailChoice.bell')}</p>}
      <Link to="/" search={{ to: '/profile' }} className={buttonClasses({ variant: 'subtle', size: 'l', wide: true })}>
        {t('mailChoice.profile')}
      </Link>
    </Page>
  );
}

function Choice({ choice: { first_name, school_name, sends_mail, mails }, pending, onChoose }: ChoiceProps) {
  const sent = mails.filter(({ mail }) => mail !== 'never').length;
  return (
    <>
      <p>{school_name === null ? t('mailChoice.whoseAlone', { name: first_name }) : t('mailChoice.whose', { name: first_name, school: school_name })}</p>
      <ul className={styles.mails}>
        {mails.map(({ kind, mail }) => (
          <li key={kind}>
            <span>{t(`notificationMail.kind.${kind}`)}</span>
            <strong>{t(`notificationMail.${mail}`)}</strong>
          </li>
        ))}
      </ul>
      {sends_mail ? (
        <p>{t(sent === 0 ? 'mailChoice.notSent' : sent === mails.length ? 'mailChoice.sent' : 'mailChoice.someSent')}</p>
      ) : (
        <p>{t('notificationMail.noMail')}</p>
      )}
      {/* one button, so that the keyboard stays on it when its words change */}
      <Button variant="filled" size="xl" wide pending={pending} onClick={() => onChoose(sent === 0)}>
        {t(sent > 0 ? 'mailChoice.end' : 'mailChoice.begin')}
      </Button>
      {sent > 0 && sent < mails.length && (
        <Button variant="subtle" size="xl" wide pending={pending} onClick={() => onChoose(true)}>
          {t('mailChoice.begin')}
        </Button>
      )}
    </>
  );
}

interface ChoiceProps {
  choice: MailChoiceView;
  pending: boolean;
  onChoose: (sends: boolean) => void;
}
