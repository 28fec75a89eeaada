import { useEffect, useMemo, useState } from 'react';
import { dayOf } from '../../../base/dates.ts';
import { useUser } from '../../../base/use-user.ts';
import { Words } from '../../../lesson/Words.tsx';
import { openRefused } from '../../../lesson/outbox/refused.ts';
import type { OutboxItem } from '../../../lesson/outbox/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Stack } from '../../../ui/plain/layout/layout.tsx';
import own from './StudentHome.module.css';
import { t } from './student-home-t.ts';
import { usePastLessons } from './use-past-lessons.ts';

/** The maximum number of lessons with stored answers on a device. */
const LESSONS = 50;

/**
 * Lists the answers of ended lessons that were not received, by lesson, until they are dismissed. The running lesson
 * shows its own.
 */
export function RefusedAnswers({ running }: { running: number | null }) {
  const { account_id } = useUser();
  const refused = useMemo(() => openRefused(account_id), [account_id]);
  const [items, setItems] = useState<readonly OutboxItem[]>([]);
  const shown = items.filter(({ assessment_id }) => assessment_id !== running);
  useEffect(() => {
    let gone = false;
    const look = () =>
      void refused.list().then(
        (list) => !gone && setItems(list),
        () => undefined,
      ); // a browser that keeps nothing has nothing to show
    look();
    const unhear = refused.hear(look);
    return () => {
      gone = true;
      unhear();
    };
  }, [refused]);
  if (shown.length === 0) return null;
  const onPutAway = (key: string) => void refused.putAway(key).then(() => setItems(items.filter((item) => item.key !== key)));
  return <Named items={shown} onPutAway={onPutAway} />;
}

function Named({ items, onPutAway }: { items: readonly OutboxItem[]; onPutAway: (key: string) => void }) {
  const past = usePastLessons(null, LESSONS);
  const nameOf = ({ assessment_id, written_at }: OutboxItem): string =>
    past.data?.data.find((lesson) => lesson.assessment_id === assessment_id)?.title ?? t('home.someLesson', { date: dayOf(new Date(written_at)) });
  return (
    <Stack as="section" aria-label={t('home.notReceived')} gap={8} className={own.refused}>
      {items.map((item) => {
        const isLate = item.refusal?.code === 'PHASE_CLOSED';
        return (
          <Notice key={item.key} {...(isLate && { hue: 'amber' })}>
            <p>
              <b>{t(isLate ? 'home.late' : 'home.refused', { lesson: nameOf(item), form: item.form })}</b> {item.refusal?.message}
            </p>
            <Words comment={item.comment} />
            <Button size="l" className={own.more} onClick={() => onPutAway(item.key)}>
              {t('home.putAway')}
            </Button>
          </Notice>
        );
      })}
    </Stack>
  );
}
