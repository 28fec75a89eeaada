import type { liveLessons } from '@classwright/contract/lesson/live/calls';
import type { rehearsalList, rehearsalMake } from '@classwright/contract/lesson/rehearsals/calls';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconArrowRight, IconUsers } from '../../../ui/plain/icons.ts';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { OwnRehearsals } from '../../lesson/own-rehearsals/index.ts';
import styles from './NextLessons.module.css';
import card from './PageCard.module.css';

const SIZE = 30;
const SPEED = 8;

/**
 * Opens a rehearsal of the next lesson with a simulated class, in one press, and leads back to those that are open. Shows
 * nothing to people without either.
 */
export function TryLesson() {
  const { data } = useQuery({
    queryKey: ['lessons', 'to-try'],
    queryFn: ({ signal }) => api<typeof liveLessons>('GET', '/live/learning/lessons', { query: { per_page: 10 }, signal }),
  });
  const own = useQuery({
    queryKey: ['lessons', 'rehearsals'],
    queryFn: ({ signal }) => api<typeof rehearsalList>('GET', '/live/learning/rehearsals', { signal }),
  });
  const rehearsals = own.data?.rehearsals ?? [];
  const lesson = data?.data.find(({ status, running }) => status !== 'finished' && !running);
  return (
    <>
      {rehearsals.length > 0 && <OwnRehearsals rehearsals={rehearsals} />}
      {lesson && own.data?.can_open && <Offer lesson={lesson} />}
    </>
  );
}

function Offer({ lesson }: { lesson: { assessment_id: number; title: string } }) {
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const onTry = async (): Promise<void> => {
    setPending(true);
    try {
      const body = { assessment_id: lesson.assessment_id, size: SIZE, speed: SPEED } as const;
      const { assessment_id } = await api<typeof rehearsalMake>('POST', '/live/learning/rehearsals', { body });
      await navigate({ to: '/teacher-live-learning', search: { assessment_id } });
    } catch (error) {
      showSnack(errorText(error), { color: 'red' });
      setPending(false);
    }
  };
  return (
    <Card className={styles.next}>
      <Grid as="span" align="center" items="center" fixed className={card.quietIcon}>
        <IconUsers size={24} />
      </Grid>
      <div>
        <h2>{t('rehearsal.homeTitle')}</h2>
        <p dir="auto">{lesson.title}</p>
        <p>{t('rehearsal.homeHint', { size: SIZE, speed: SPEED })}</p>
      </div>
      <Button pending={isPending} iconAfter={IconArrowRight} onClick={() => void onTry()}>
        {t('rehearsal.open')}
      </Button>
    </Card>
  );
}
