import type { LessonTurn } from '@classwright/contract/overview/dashboards/live-instructions';
import { formatFixed } from '@classwright/rules/round';
import { useState, type ReactNode } from 'react';
import { dayOn } from '../../../base/dates.ts';
import { shortDayOn } from '../../../base/special-dates.ts';
import { t } from '../../../base/t.ts';
import { ChartSwitch } from '../../../ui/charts/index.ts';
import { certaintyText } from '../../../ui/moves/gain-words.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Panel } from '../../../ui/plain/Card.tsx';
import { Grid, Row, Text } from '../../../ui/plain/layout/layout.tsx';
import type { Figures, Week } from './calls.ts';
import styles from './dashboards.module.css';
import type { Asked, Definition } from './definitions.ts';
import { Lines, type LinesPoint } from './Lines.tsx';
import { afterDays, toWeeks } from './weeks.ts';
import { numberText } from './words.ts';

const FORMS = ['alone', 'after', 'transfer'] as const;
type Form = LessonTurn['alone'];

/** A lesson or a week in the chart and in the table. */
interface Moment {
  key: string;
  label: string;
  name: string;
  /** Null: nothing was held. */
  turn: LessonTurn | null;
  to: string;
}

const percentOf = ({ answered, right }: Form): number | null => (answered === 0 ? null : Math.round((100 * right) / answered));

function shareText(form: Form): string {
  const percent = percentOf(form);
  if (percent === null) return t('dashboards.noAnswers');
  return t('dashboards.shareOf', { percent: numberText(percent), right: numberText(form.right), answered: numberText(form.answered) });
}

const two = (value: number): string => formatFixed(value, 2);

/** Returns a gain and its interval in short, or a dash. */
function gainText({ gain, interval }: LessonTurn): string {
  if (gain === null) return numberText(null);
  return interval ? t('dashboards.gainBetween', { gain: two(gain), low: two(interval.low), high: two(interval.high) }) : two(gain);
}

/** Returns everything about a moment in words. */
function wordsOf({ name, turn }: Moment): string {
  if (turn === null) return name;
  const said = t('dashboards.said', { name, alone: shareText(turn.alone), after: shareText(turn.after), transfer: shareText(turn.transfer) });
  const gain = turn.moves && turn.gain !== null ? [t('dashboards.gainIs', { gain: two(turn.gain) }), certaintyText(turn.moves)] : [];
  return [said, ...gain].join(' ');
}

const toPoint = (moment: Moment): LinesPoint => {
  const { key, label, turn, to } = moment;
  if (turn === null) return { key, label, values: [null, null, null], below: null, opens: null };
  const { gain, interval } = turn;
  return {
    key,
    label,
    values: FORMS.map((form) => percentOf(turn[form])),
    below: gain === null ? null : { value: gain, ...interval },
    opens: { words: wordsOf(moment), to },
  };
};

/** Returns the moments of weeks, also of those in which nothing was held. */
function momentsOfWeeks(weeks: readonly Week[], definition: Definition, asked: Asked): Moment[] {
  const held = new Map(weeks.map((week) => [week.week, week]));
  return toWeeks(new Map(weeks.map(({ week }) => [week, null]))).map(({ key, label }) => {
    const week = held.get(key);
    const query = new URLSearchParams({ tab: definition.name, ...asked, from: key, to: afterDays(key, 6), figure: 'total_sessions' });
    const name = t('dashboards.weekOf', { day: dayOn(key), count: week?.sessions ?? 0 });
    return { key, label, name, turn: week ?? null, to: `/dashboard?${query}` };
  });
}

const momentsOfLessons = (lessons: Figures['lessons'], isOwn: boolean): Moment[] =>
  lessons.map((lesson) => ({
    key: String(lesson.assessment_id),
    label: shortDayOn(lesson.held_on),
    name: t('dashboards.lessonOn', { title: lesson.title, day: dayOn(lesson.held_on) }),
    turn: lesson,
    to: `/${isOwn ? 'student-live-snapshot' : 'live-snapshot'}?assessment_id=${lesson.assessment_id}`,
  }));

/**
 * Shows the shares of right answers alone, after talking and in the transfer question, by lesson or by week, with the
 * gain of each, and the gain of all together in words.
 */
export function OverTime({ definition, figures, asked, isOwn }: { definition: Definition; figures: Figures; asked: Asked; isOwn: boolean }) {
  const { weeks, lessons, whole } = figures;
  const [view, setView] = useState<'line' | 'table'>('line');
  const [chosen, setChosen] = useState<'lessons' | 'weeks' | null>(null);
  const held = weeks.reduce((sum, { sessions }) => sum + sessions, 0);
  const by = chosen ?? (held > lessons.length ? 'weeks' : 'lessons');
  const moments = by === 'weeks' ? momentsOfWeeks(weeks, definition, asked) : momentsOfLessons(lessons, isOwn);
  const hasGain = !isOwn && moments.some(({ turn }) => turn !== null && turn.gain !== null);
  const choice = (of: 'lessons' | 'weeks', words: string): ReactNode => (
    <Button size="s" variant={by === of ? 'light' : 'default'} aria-pressed={by === of} onClick={() => setChosen(of)}>
      {words}
    </Button>
  );
  return (
    <Panel title={t('dashboards.overTime')} side={<ChartSwitch view={view} views={['line', 'table']} onView={setView} />} className={styles.panel}>
      <Grid gap={12} className={styles.figure}>
        <Row wrap gap={8} role="group" aria-label={t('dashboards.overTimeBy')}>
          {choice('lessons', t('dashboards.byLesson', { count: lessons.length }))}
          {choice('weeks', t('dashboards.byWeek'))}
        </Row>
        {view === 'line' ? (
          <Lines
            key={by}
            title={t('dashboards.overTime')}
            points={moments.map(toPoint)}
            lines={FORMS.map((form) => t(`dashboards.form.${form}`))}
            below={hasGain ? t('dashboards.gainBelow') : null}
          />
        ) : (
          <Table moments={moments} heading={t(by === 'weeks' ? 'dashboards.week' : 'dashboards.lesson')} hasGain={hasGain} />
        )}
        {!isOwn && whole?.moves && whole.gain !== null && (
          <Text as="p" size={14} leading={1.4}>
            {t('dashboards.gainOfAll', { gain: two(whole.gain) })}{' '}
            {t('gain.of', {
              gained: whole.moves.wrong_to_right - whole.moves.right_to_wrong,
              possible: whole.moves.wrong_to_right + whole.moves.kept_wrong,
            })}{' '}
            {certaintyText(whole.moves)}
          </Text>
        )}
      </Grid>
    </Panel>
  );
}

function Table({ moments, heading, hasGain }: { moments: readonly Moment[]; heading: string; hasGain: boolean }) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('dashboards.overTime')}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {FORMS.map((form) => (
              <th key={form} scope="col">
                {t(`dashboards.form.${form}`)}
              </th>
            ))}
            {hasGain && <th scope="col">{t('dashboards.gain')}</th>}
          </tr>
        </thead>
        <tbody>
          {moments.map(({ key, name, turn, to }) => (
            <tr key={key}>
              <th scope="row">{turn === null ? name : <AppLink to={to}>{name}</AppLink>}</th>
              {FORMS.map((form) => (
                <td key={form}>{turn === null ? numberText(null) : shareText(turn[form])}</td>
              ))}
              {hasGain && <td>{turn === null ? numberText(null) : gainText(turn)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
