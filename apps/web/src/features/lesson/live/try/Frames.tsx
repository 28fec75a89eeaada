import type { CallResult } from '@classwright/contract/core/endpoint';
import type { simulatedClassPhone } from '@classwright/contract/lesson/rehearsals/calls';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { studentLesson } from '../../../../base/addresses.ts';
import { api } from '../../../../base/api.ts';
import { fullName } from '../../../../base/full-name.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { PLAYED } from '../../../../base/storage.ts';
import { t } from '../../../../base/t.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconArrowsMaximize } from '../../../../ui/plain/icons.ts';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import styles from './Try.module.css';

interface FramesProps {
  assessmentId: number;
  shown: ReadonlySet<'phone' | 'wall'>;
  /** Called when a frame has been opened in a window of its own, so that it is not there twice. */
  onHide: (what: 'phone' | 'wall') => void;
}

/** The frames next to the desk: a student's phone that the teacher plays, and the projector's view. */
export function Frames({ assessmentId, shown, onHide }: FramesProps) {
  useEffect(() => {
    document.documentElement.dataset['beside'] = 'true';
    return () => {
      delete document.documentElement.dataset['beside'];
    };
  }, []);
  return (
    <Stack as="aside" gap={10} className={styles.beside} aria-label={t('rehearsal.title')}>
      {shown.has('wall') && <Wall assessmentId={assessmentId} onHide={() => onHide('wall')} />}
      {shown.has('phone') && <Phone assessmentId={assessmentId} onHide={() => onHide('phone')} />}
    </Stack>
  );
}

function Wall({ assessmentId, onHide }: { assessmentId: number; onHide: () => void }) {
  const address = `/teacher-live-learning?assessment_id=${assessmentId}&view=projector`;
  const name = `classwright-projector-${assessmentId}`;
  return (
    <Framed title={t('rehearsal.wallTitle')} address={address} name={`${name}-frame`} ownName={name} width={1280} height={720} kind="wall" onHide={onHide} />
  );
}

/** The student's real page, in the seat of one simulated student, who stays the same when it is hidden and shown again. */
function Phone({ assessmentId, onHide }: { assessmentId: number; onHide: () => void }) {
  const [seat, setSeat] = useState<CallResult<typeof simulatedClassPhone>['seat'] | null>(null);
  const [problem, setProblem] = useState<unknown>();
  useEffect(() => {
    let isGone = false;
    api<typeof simulatedClassPhone>('POST', '/live/learning/simulated-class/phone', { body: { assessment_id: assessmentId } }).then(
      (given) => !isGone && setSeat(given.seat),
      (error: unknown) => !isGone && setProblem(error),
    );
    return () => {
      isGone = true;
    };
  }, [assessmentId]);
  if (problem !== undefined) return <Notice>{errorText(problem)}</Notice>;
  if (!seat) return null;
  const title = t('rehearsal.phoneOf', { name: fullName(seat.student) });
  const name = `${PLAYED}${encodeURIComponent(JSON.stringify(seat))}`;
  const ownName = `${PLAYED}${encodeURIComponent(JSON.stringify({ ...seat, isWindow: true }))}`;
  return <Framed title={title} address={studentLesson(assessmentId)} name={name} ownName={ownName} width={390} height={844} kind="phone" onHide={onHide} />;
}

interface FramedProps {
  title: string;
  address: string;
  /** The name of the frame. */
  name: string;
  /** The name of a window of its own. It differs from the frame's, into which the page would open otherwise. */
  ownName: string;
  /** The size of the page in the frame, in px; it is shown as large as there is room. */
  width: number;
  height: number;
  kind: 'phone' | 'wall';
  onHide: () => void;
}

function Framed({ title, address, name, ownName, width, height, kind, onHide }: FramedProps) {
  const place = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0.5);
  useLayoutEffect(() => {
    const box = place.current;
    if (!box) return undefined;
    const measure = () => setScale(Math.min(1, box.clientWidth / width, kind === 'phone' ? box.clientHeight / height : 1));
    const watcher = new ResizeObserver(measure);
    watcher.observe(box);
    measure();
    return () => watcher.disconnect();
  }, [width, height, kind]);
  const onPopOut = () => {
    if (window.open(address, ownName, `popup,width=${width},height=${height}`)) onHide();
    else showSnack(t('rehearsal.popOutBlocked'), { color: 'red', timeout: 10_000 });
  };
  return (
    <Stack gap={4} className={styles.framed} data-kind={kind}>
      <Row gap={6} fixed>
        <Text as="h2" size={13} weight={600} grow shrinks>
          {title}
        </Text>
        <IconButton icon={IconArrowsMaximize} label={t('rehearsal.popOut')} onClick={onPopOut} />
      </Row>
      <div ref={place} className={styles.place}>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- it is our own page, and needs its scripts and its storage */}
        <iframe
          title={title}
          src={address}
          name={name}
          width={width}
          height={height}
          className={styles.frame}
          style={{ transform: `scale(${scale})`, marginBlockEnd: height * (scale - 1), marginInlineEnd: width * (scale - 1) }}
        />
      </div>
    </Stack>
  );
}
