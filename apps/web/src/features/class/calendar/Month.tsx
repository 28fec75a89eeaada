import { dayOn, timeOn } from '../../../base/dates.ts';
import { weekdayOn } from '../../../base/special-dates.ts';
import type { CalendarEventView } from '@classwright/contract/class/calendar/calls';
import { Button } from '../../../ui/plain/Button.tsx';
import { classes } from '../../../ui/plain/classes.ts';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import styles from './calendar.module.css';
import { byDay } from './days.ts';
import { EventLink } from './EventLink.tsx';
import { t } from '../../../base/t.ts';
import { stateWords, timeWords } from './words.ts';

/** The number of events shown per day; the others are counted. */
const MOST_OF_DAY = 3;

interface MonthProps {
  month: string;
  weeks: readonly (readonly string[])[];
  events: readonly CalendarEventView[];
  today: string;
  onMore: () => void;
}

/** Shows the month as a table of weeks. */
export function Month({ month, weeks, events, today, onMore }: MonthProps) {
  const days = byDay(events);
  return (
    <table className={styles.month}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" aria-label={weekdayOn(day, 'long')}>
              {weekdayOn(day, 'short')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const all = days.get(day) ?? [];
              const more = all.length - MOST_OF_DAY;
              return (
                <td key={day} className={day.startsWith(month) ? undefined : styles.other} aria-current={day === today ? 'date' : undefined}>
                  <Grid
                    as="time"
                    dateTime={day}
                    aria-label={t('calendar.ofDay', { day: dayOn(day), count: all.length })}
                    inline
                    align="center"
                    items="center"
                    size={13}
                    numbers
                    className={classes(styles.date, day === today && styles.today)}
                  >
                    {Number(day.slice(8))}
                  </Grid>
                  <Grid as="ul" gap={4} oneColumn>
                    {all.slice(0, MOST_OF_DAY).map((event) => (
                      <li key={event.id}>
                        <EventLink event={event} className={styles.entry}>
                          {event.starts !== null && <>{timeOn(event.starts)} </>}
                          <span dir="auto">{event.title}</span>
                          <span className="visually-hidden">{` ${[event.course_name, timeWords(event), stateWords(event)].filter(Boolean).join(', ')}`}</span>
                        </EventLink>
                      </li>
                    ))}
                  </Grid>
                  {more > 0 && (
                    <Button variant="link" size="s" onClick={onMore}>
                      {t('calendar.more', { count: more })}
                    </Button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
