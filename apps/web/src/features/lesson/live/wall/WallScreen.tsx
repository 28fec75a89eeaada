import { useStore } from '../../../../base/use-store.ts';
import { useTitle } from '../../../../base/use-title.ts';
import { timeOf } from '../../../../base/dates.ts';
import { LogoMark } from '../../../../ui/plain/Logo.tsx';
import { Row, Stack } from '../../../../ui/plain/layout/layout.tsx';
import { t } from '../../../../base/t.ts';
import { ProjectorScreen } from '../projector/ProjectorScreen.tsx';
import styles from './WallScreen.module.css';
import type { WallDevice } from './wall-device.ts';

/** A screen without a sign-in: its code, then the lessons of the teacher who entered it. */
export function WallScreen({ wall }: { wall: WallDevice }) {
  const { shown, offlineSince } = useStore(wall.state);
  return (
    <>
      {shown.is === 'connected' && shown.assessmentId !== null ? (
        <ProjectorScreen key={shown.assessmentId} assessmentId={shown.assessmentId} picture={wall.picture} />
      ) : (
        <Message shown={shown} isOffline={offlineSince !== null} />
      )}
      {offlineSince !== null && (
        <p role="status" className={styles.offline}>
          {t('walls.offlineSince', { time: timeOf(offlineSince) })}
        </p>
      )}
    </>
  );
}

function Message({ shown, isOffline }: { shown: ReturnType<WallDevice['state']['get']>['shown']; isOffline: boolean }) {
  useTitle(t('walls.pair.title'));
  return (
    <Stack as="main" align="center" justify="center" centered ground="surface" className={styles.page}>
      <LogoMark size={64} />
      {shown.is === 'connected' ? (
        shown.teacher && <h1>{t('walls.waiting', { teacher: shown.teacher })}</h1>
      ) : (
        <>
          <h1>{t('walls.pair.title')}</h1>
          {shown.is === 'code' ? <Code code={shown.code} /> : <p>{t(isOffline ? 'walls.pair.noCode' : 'walls.pair.getting')}</p>}
          {shown.is === 'code' && <p>{t('walls.pair.how')}</p>}
        </>
      )}
    </Stack>
  );
}

/** The letters, each in a box, in this order in every language. A screen reader spells them. */
function Code({ code }: { code: string }) {
  return (
    <>
      <p className="visually-hidden">{t('walls.pair.spoken', { letters: [...code].join(' ') })}</p>
      <Row as="p" className={styles.code} aria-hidden dir="ltr">
        {[...code].map((letter, index) => (
          <span key={['first', 'second', 'third', 'fourth', 'fifth', 'sixth'][index]}>{letter}</span>
        ))}
      </Row>
    </>
  );
}
