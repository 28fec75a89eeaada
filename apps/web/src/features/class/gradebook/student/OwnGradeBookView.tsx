import type { OwnGradeBook } from '@classwright/contract/class/gradebook/calls';
import { useMemo, useState } from 'react';
import { dayOn, timeOf } from '../../../../base/dates.ts';
import { AppLink } from '../../../../ui/plain/AppLink.tsx';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Card } from '../../../../ui/plain/Card.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { IconEyeOff } from '../../../../ui/plain/icons.ts';
import { Grid, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { IconPencil } from '../../../../ui/feature-icons/icons.ts';
import { percentText, pointsText } from '../numbers.ts';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { WhyDialog } from '../why/WhyDialog.tsx';
import { gradeText, StateChips } from './item-parts.tsx';
import { NeedPanel } from './NeedPanel.tsx';
import { OwnGrades, parseTried } from './own-grades.ts';
import styles from './student.module.css';
import { t } from '../../../../base/t.ts';

type OwnItem = OwnGradeBook['items'][number];

const OwnHistoryDialog = lazyScreen(() => import('./OwnHistoryDialog.tsx'), 'OwnHistoryDialog');

/** Shows the figures, items and what-if of one class. */
export function OwnGradeBookView({ book }: { book: OwnGradeBook }) {
  const [isTrying, setTrying] = useState(false);
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  /** The figure that is explained: a marking period's place, or the overall grade. */
  const [explained, setExplained] = useState<number | 'overall' | null>(null);
  /** The item whose history is shown. */
  const [past, setPast] = useState<OwnItem | null>(null);
  const tried = useMemo(() => (isTrying ? parseTried(typed, book.items) : new Map<number, number | null>()), [isTrying, typed, book.items]);
  const grades = useMemo(() => new OwnGrades(book, Date.parse(book.as_of), tried), [book, tried]);
  const figures = useMemo(() => grades.figures(), [grades]);
  const isTried = [...tried.values()].some((grade) => grade !== null);
  const period = typeof explained === 'number' ? explained : null;
  const nameOf = (place: number | null): string => (place === null ? t('ownGrades.overall') : (book.periods[place]?.name ?? ''));
  return (
    <Grid gap={16} className={styles.page}>
      {book.show_grade ? (
        <Grid as="section" gap={12} className={styles.figures} data-trying={isTrying || undefined} aria-label={t('ownGrades.figures')} aria-live="polite">
          <Figure
            name={t('ownGrades.overall')}
            value={figures.overall}
            none={book.settings?.calculation_type === 'NO_OVERALL_GRADE'}
            onWhy={() => setExplained('overall')}
          />
          {book.periods.map(({ id, name }, place) => (
            <Figure key={id} name={name} value={figures.mpg[place] ?? null} onWhy={() => setExplained(place)} />
          ))}
        </Grid>
      ) : (
        <Notice hue="gray" icon={IconEyeOff}>
          {t('ownGrades.hidden')}
        </Notice>
      )}
      <Row wrap gap={16} rowGap={8} justify="between" className={styles.bar}>
        <p>{t(isTried ? 'ownGrades.whatIf.shown' : 'ownGrades.asOf', { time: timeOf(book.as_of) })}</p>
        {book.show_grade && book.items.length > 0 && (
          <Button
            icon={IconPencil}
            aria-pressed={isTrying}
            onClick={() => {
              setTrying(!isTrying);
              setTyped(new Map());
            }}
          >
            {t(isTrying ? 'ownGrades.whatIf.end' : 'ownGrades.whatIf')}
          </Button>
        )}
      </Row>
      {isTrying && (
        <>
          <Notice hue="blue" icon={IconPencil}>
            {t('ownGrades.whatIf.hint')}
          </Notice>
          <NeedPanel book={book} grades={grades} />
        </>
      )}
      {book.items.length === 0 ? (
        <EmptyState title={t('ownGrades.noItems')}>{t('ownGrades.noItemsHint')}</EmptyState>
      ) : (
        <Grid as="ul" gap={8} aria-label={t('ownGrades.items')}>
          {book.items.map((item) => (
            <li key={item.id}>
              <Card as="article" className={styles.item}>
                <ItemLines
                  item={item}
                  courseId={book.course_id}
                  onHistory={() => setPast(item)}
                  category={book.categories.find(({ category_id }) => category_id === item.category_id)?.category_name}
                />
                {isTrying && item.maxPoints !== null && !item.excused ? (
                  <TextField
                    className={styles.try}
                    size="l"
                    label={t('ownGrades.whatIf.field', { title: item.title })}
                    inputMode="decimal"
                    autoComplete="off"
                    maxLength={12}
                    value={typed.get(item.id) ?? ''}
                    error={tried.get(item.id) === null ? t('ownGrades.whatIf.wrong') : undefined}
                    inside={
                      <Text as="span" tone="dimmed" nowrap className={styles.outOf}>
                        / {pointsText(item.maxPoints)}
                      </Text>
                    }
                    onChange={({ target }) => setTyped(new Map(typed).set(item.id, target.value))}
                  />
                ) : (
                  <Text weight={600} numbers>
                    {gradeText(item)}
                  </Text>
                )}
              </Card>
            </li>
          ))}
        </Grid>
      )}
      {past && <OwnHistoryDialog courseId={book.course_id} item={past} onClose={() => setPast(null)} />}
      {explained !== null && (
        <WhyDialog
          figure={nameOf(period)}
          plan={grades.plan}
          explanation={grades.explain(period)}
          items={book.items}
          gradeAt={(place) => grades.cellAt(place).grade}
          onClose={() => setExplained(null)}
        />
      )}
    </Grid>
  );
}

function Figure({ name, value, none = false, onWhy }: { name: string; value: number | null; none?: boolean; onWhy: () => void }) {
  return (
    <Card className={styles.figure}>
      <Text tone="dimmed" breaks dir="auto">
        {name}
      </Text>
      {value === null ? (
        <Text tone="dimmed">{t(none ? 'ownGrades.noOverall' : 'ownGrades.nothing')}</Text>
      ) : (
        <Text weight={650} numbers nowrap className={styles.value}>
          {percentText(value)}
        </Text>
      )}
      <Button size="l" variant="subtle" aria-label={t('why.buttonOf', { figure: name })} onClick={onWhy}>
        {t('why.button')}
      </Button>
    </Card>
  );
}

interface ItemLinesProps {
  item: OwnItem;
  courseId: number;
  category: string | undefined;
  onHistory: () => void;
}

function ItemLines({ item, courseId, category, onHistory }: ItemLinesProps) {
  const due = item.due_date === null ? t('ownGrades.noDueDate') : dayOn(item.due_date);
  return (
    <Grid gap={4} className={styles.lines}>
      <h2>
        <AppLink to={`/std-classwork?class=${courseId}&work=${item.id}`} dir="auto">
          {item.title}
        </AppLink>
      </h2>
      <Row as="p" wrap gap={12} rowGap={6} tone="dimmed">
        <span>{due}</span>
        {category !== undefined && <span dir="auto">{category}</span>}
        <StateChips item={item} />
      </Row>
      {item.message !== null && (
        <p className={styles.message} dir="auto">
          {t('ownGrades.message', { message: item.message })}
        </p>
      )}
      {item.was_returned && (
        <Button size="s" variant="link" className={styles.past} aria-label={t('ownGrades.history.of', { title: item.title })} onClick={onHistory}>
          {t('ownGrades.history')}
        </Button>
      )}
    </Grid>
  );
}
