import type { lessonCodeShown } from '@classwright/contract/lesson/seats/calls';
import { useEffect, useState } from 'react';
import { api } from '../../../../base/api.ts';
import { QrCode } from '../../../../ui/QrCode.tsx';
import { Row } from '../../../../ui/plain/layout/layout.tsx';
import { t } from '../../../../base/t.ts';
import { spaced, toShown } from './shown-code.ts';
import styles from './Projector.module.css';

/** The code of the running lesson in the wall's header, for phones that come in. Nothing where phones cannot reach the server. */
export function WallCode({ assessmentId }: { assessmentId: number }) {
  const [shown, setShown] = useState<{ code: string; address: string } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    api<typeof lessonCodeShown>('GET', '/live/learning/code', { query: { assessment_id: assessmentId }, signal: stop.signal })
      .then(({ code, address }) => code !== null && address !== null && setShown({ code, address }))
      .catch(() => undefined); // the lesson goes on without it, and the desk shows it too
    return () => stop.abort();
  }, [assessmentId]);
  if (!shown) return null;
  return (
    <Row as="p" className={styles.code}>
      <QrCode text={`${shown.address}${shown.code}`} />
      <span>{t('seats.onWall', { address: toShown(shown.address) })}</span>
      <b dir="ltr" aria-label={t('seats.desk.code', { code: shown.code })}>
        {spaced(shown.code)}
      </b>
    </Row>
  );
}
