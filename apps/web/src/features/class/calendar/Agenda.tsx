import type { CalendarEventView } from '@classwright/contract/class/calendar/calls';
import { useState } from 'react';
import { dayOn } from '../../../base/dates.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconBroadcast, IconClipboardList } from '../../../ui/plain/icons.ts';
import styles from './calendar.module.css';
import { byDay } from './days.ts';
import { EventLink } from './EventLink.tsx';
import { t } from '../../../base/t.ts';
import { stateWords, timeWords } from './words.ts';

const HUES = { open: 'blue', running: 'pink', done: 'green', missed: 'red' } as const;

/**
 * Shows a month day by day, for phones and for people who prefer lists. It begins with today; earlier days open with
 * one press, or are shown right away if nothing follows.
 */
export function Agenda({ events, today }: { events: readonly CalendarEventView[]; today: string }) {
  const [showsEarlier, setShowsEarlier] = useState(false);
  const coming = events.filter(({ day }) => day >= today);
  const earlier = events.length - coming.length;
  const hidesEarlier = !showsEarlier && earlier > 0 && coming.length > 0;
  return (
    <div className={styles.days}>
      {hidesEarlier && <Button onClick={() => setShowsEarlier(true)}>{t('calendar.earlier', { count: earlier })}</Button>}
      {[...byDay(hidesEarlier ? coming : events)].map(([day, all]) => (
        <section key={day}>
          <h3>
            <time dateTime={day}>{dayOn(day)}</time>
          </h3>
          <ul className={styles.list}>
            {all.map((event) => {
              const Icon = event.kind === 'work' ? IconClipboardList : IconBroadcast;
              return (
                <li key={event.id}>
                  <Card>
                    <EventLink event={event} className={styles.row}>
                      <Icon size={20} />
                      <span className={styles.words}>
                        <b dir="auto">{event.title}</b>
                        <span className={styles.dimmed} dir="auto">
                          {inOneLine([t(`calendar.kind.${event.kind}`), event.course_name, timeWords(event)])}
                        </span>
                      </span>
                      <Chip hue={HUES[event.state]}>{stateWords(event)}</Chip>
                    </EventLink>
                  </Card>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
