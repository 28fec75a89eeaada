import type { LinkView, picturesChoose, picturesUse } from '@classwright/contract/people/accounts/links';
import { isGuessableSequence, type Picture, SEQUENCE_LENGTH } from '@classwright/rules/password/pictures';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { deviceId } from '../../../base/device.ts';
import { t } from '../../../base/t.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { FactorStep, factorNeededBy } from '../factors/index.ts';
import { Page } from './Page.tsx';
import { PictureGrid, PictureSequence, PictureSlots } from './Pictures.tsx';
import styles from './pictures.module.css';
import { useFirstSignIn } from './use-first-sign-in.ts';

type Step = 'choose' | 'remember' | 'repeat' | 'enter';

interface Props {
  link: LinkView;
  code: string;
  /** Asks the server about the card again. */
  onCheck: () => void;
  /** Lets somebody else use their card. */
  onOther: () => void;
}

/** Signs a student in with a picture card: four taps, or at its first use a choice that is repeated once. */
export function PictureCardSteps({ link, code, onCheck, onOther }: Props) {
  const navigate = useNavigate();
  const first: Step = link.pictures === 'new' ? 'choose' : 'enter';
  const [step, setStep] = useState<Step>(first);
  const [chosen, setChosen] = useState<readonly Picture[]>([]);
  const [tapped, setTapped] = useState<readonly Picture[]>([]);
  const [fault, setFault] = useState('');
  /** Counts sequences, so that the same sentence is announced again. */
  const [round, setRound] = useState(0);
  const { pending, faults, error, run } = useFirstSignIn();
  const words = useRef<HTMLParagraphElement>(null);
  const goTo = (to: Step) => {
    setStep(to);
    setTapped([]);
  };
  // the button that was pressed is gone
  useEffect(() => {
    if (document.activeElement === document.body) words.current?.focus();
  }, [step]);

  const send = async (pictures: readonly Picture[]) => {
    const device = deviceId(link.email);
    const body = { code, pictures: [...pictures], device };
    const isNew = step === 'repeat';
    const isIn = await run(device, () =>
      isNew
        ? api<typeof picturesChoose>('POST', '/auth/pictures/choose', { body, token: null })
        : api<typeof picturesUse>('POST', '/auth/pictures', { body, token: null }),
    );
    if (isIn) await navigate({ to: '/home', replace: true });
    else setTapped([]);
  };
  const tap = (picture: Picture) => {
    const now = [...tapped, picture];
    setTapped(now);
    // a notice stays until then, so that nothing moves under the finger
    if (now.length < SEQUENCE_LENGTH) return;
    setFault('');
    setRound(round + 1);
    if (step === 'choose') {
      if (isGuessableSequence(now)) {
        setFault(t('pictures.tooSimple'));
        return setTapped([]);
      }
      setChosen(now);
      return goTo('remember');
    }
    if (step === 'repeat' && now.some((one, place) => one !== chosen[place])) {
      setFault(t('pictures.different'));
      return goTo('remember');
    }
    void send(now);
  };

  const title = t('pictures.hello', { name: link.first_name });
  const needed = factorNeededBy(error);
  if (needed)
    return (
      <Page title={title}>
        <FactorStep
          needed={needed}
          email={link.email}
          remember={false}
          onDone={() => void navigate({ to: '/home', replace: true })}
          onStartOver={() => void navigate({ to: '/' })}
        />
      </Page>
    );
  if (link.pictures === 'asks_teacher' || isApiError(error, 'PICTURES_ASK_TEACHER')) return <AskTeacher title={title} onCheck={onCheck} onOther={onOther} />;
  const said = fault || (faults['pictures'] ?? '');
  const isOver = isApiError(error, 'PICTURES_CHANGED', 'LINK_REFUSED');
  return (
    <Page title={title}>
      <p ref={words} tabIndex={-1} className={styles.words}>
        {t(`pictures.${step}`, { count: SEQUENCE_LENGTH })}
      </p>
      {said !== '' && <Notice key={round}>{said}</Notice>}
      {error !== null && !pending && <Notice>{errorText(error)}</Notice>}
      {isOver ? (
        <Button variant="filled" size="xl" wide onClick={onCheck}>
          {t('pictures.again')}
        </Button>
      ) : step === 'remember' ? (
        <>
          <PictureSequence pictures={chosen} />
          <Button
            variant="filled"
            size="xl"
            wide
            onClick={() => {
              setFault('');
              goTo('repeat');
            }}
          >
            {t('pictures.next')}
          </Button>
          <Button
            variant="subtle"
            size="l"
            wide
            onClick={() => {
              setFault('');
              goTo('choose');
            }}
          >
            {t('pictures.others')}
          </Button>
        </>
      ) : (
        <>
          <PictureSlots tapped={tapped} hidden={step !== 'choose'} />
          <PictureGrid onTap={pending ? null : tap} />
          {pending && <p role="status">{t('pictures.signingIn')}</p>}
          <Button variant="subtle" size="l" wide disabled={pending || tapped.length === 0} onClick={() => setTapped([])}>
            {t('pictures.again')}
          </Button>
          {step === 'repeat' && (
            <Button variant="subtle" size="l" wide disabled={pending} onClick={() => goTo('remember')}>
              {t('pictures.look')}
            </Button>
          )}
        </>
      )}
      {step === first && (
        <Button variant="link" disabled={pending} onClick={onOther}>
          {t('pictures.notYou')}
        </Button>
      )}
    </Page>
  );
}

function AskTeacher({ title, onCheck, onOther }: Pick<Props, 'onCheck' | 'onOther'> & { title: string }) {
  return (
    <Page title={title}>
      <Notice hue="amber">
        <strong>{t('pictures.askTitle')}</strong>
        <p>{t('pictures.ask')}</p>
      </Notice>
      <Button variant="filled" size="xl" wide onClick={onCheck}>
        {t('pictures.retry')}
      </Button>
      <Button variant="link" onClick={onOther}>
        {t('pictures.notYou')}
      </Button>
    </Page>
  );
}
