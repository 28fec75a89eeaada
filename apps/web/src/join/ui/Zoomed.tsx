import { useEffect, useRef, useState, type ReactNode } from 'react';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { Grid, Row } from '../../ui/plain/layout/layout.tsx';
import { IconMinus, IconPlus, IconX } from '../../ui/plain/icons.ts';
import { t } from '../../base/t.ts';
import styles from './Zoomed.module.css';

const STEPS = [1, 1.5, 2, 3, 4] as const;
/** A wide figure on an upright phone opens wider than the screen, but at most at this factor. */
const LARGEST_FIRST = 2;

/** Returns the step at which a figure fills the height, or the first one if its whole width already does. */
export function firstStep(figure: { width: number; height: number }, room: { width: number; height: number }): number {
  if (figure.width === 0 || figure.height === 0) return 0;
  const atFullHeight = (room.height * figure.width) / figure.height / room.width;
  return Math.max(
    0,
    STEPS.findLastIndex((step) => step <= Math.min(LARGEST_FIRST, atFullHeight)),
  );
}

/** A figure in full screen. It is enlarged by steps and moved by scrolling. Escape and the button close it. */
function Zoomed({ src, alt, onClose }: { src: string; alt: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState(0);
  const fit = ({ naturalWidth, naturalHeight }: HTMLImageElement) => {
    const room = scroll.current;
    if (room) setStep(firstStep({ width: naturalWidth, height: naturalHeight }, { width: room.clientWidth, height: room.clientHeight }));
  };
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={alt || t('join.figure')} onClose={onClose}>
      <Row gap={8} align="stretch" ground="surface" className={styles.bar}>
        <IconButton icon={IconMinus} label={t('join.zoomOut')} size="l" bordered disabled={step === 0} onClick={() => setStep(step - 1)} />
        <IconButton icon={IconPlus} label={t('join.zoomIn')} size="l" bordered disabled={step === STEPS.length - 1} onClick={() => setStep(step + 1)} />
        <IconButton icon={IconX} label={t('common.close')} size="l" bordered onClick={onClose} className={styles.close} />
      </Row>
      <Grid ref={scroll} align="center" items="center" grow className={styles.scroll} tabIndex={0} role="group" aria-label={alt || t('join.figure')}>
        <img src={src} alt={alt} style={{ width: `${100 * (STEPS[step] ?? 1)}%` }} onLoad={(event) => fit(event.currentTarget)} />
      </Grid>
    </dialog>
  );
}

/** An image in a card with a button that enlarges it. */
export function Figure({
  src,
  alt,
  width,
  height,
  children,
}: {
  src: string;
  alt: string;
  width?: number | undefined;
  height?: number | undefined;
  children: (open: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Grid as="figure" align="center" items="center" bordered radius="lg" ground="surface" className={styles.figure}>
      <img src={src} alt={alt} width={width} height={height} />
      {children(() => setOpen(true))}
      {open && <Zoomed src={src} alt={alt} onClose={() => setOpen(false)} />}
    </Grid>
  );
}

/** A small image that a press enlarges. */
export function Thumbnail({ src, alt, label }: { src: string; alt: string; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.thumbnail} aria-label={alt === '' ? label : `${label}: ${alt}`} onClick={() => setOpen(true)}>
        <img src={src} alt="" />
      </button>
      {open && <Zoomed src={src} alt={alt} onClose={() => setOpen(false)} />}
    </>
  );
}
