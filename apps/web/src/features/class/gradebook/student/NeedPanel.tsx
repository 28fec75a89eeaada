import type { OwnGradeBook } from '@classwright/contract/class/gradebook/calls';
import { useState } from 'react';
import { SelectField } from '../../../../ui/form/index.ts';
import { Panel } from '../../../../ui/plain/Card.tsx';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { pointsText } from '../numbers.ts';
import type { OwnGrades } from './own-grades.ts';
import styles from './student.module.css';
import { t } from '../../../../base/t.ts';

const OVERALL = 'overall';
const MOST_PERCENT = 200;

/** "What do I need for 90?": shows the lowest grade on one item that reaches a figure. */
export function NeedPanel({ book, grades }: { book: OwnGradeBook; grades: OwnGrades }) {
  const open = book.items.filter(({ maxPoints, excused, assignedGrade }) => maxPoints !== null && !excused && assignedGrade === null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [figure, setFigure] = useState(book.settings?.calculation_type === 'NO_OVERALL_GRADE' ? '0' : OVERALL);
  const [target, setTarget] = useState('90');
  const percent = /^\d{1,3}([.,]\d)?$/.test(target.trim()) ? Number(target.trim().replace(',', '.')) : Number.NaN;
  const isRight = percent <= MOST_PERCENT;
  const needOf = (itemId: number) => grades.need({ itemId, period: figure === OVERALL ? null : Number(figure), percent: isRight ? percent : 0 });
  // Until one is chosen, it is the first item that counts in the figure.
  const item = open.find(({ id }) => id === chosen) ?? open.find(({ id }) => needOf(id).isCounted) ?? open[0];
  const answer = item && isRight ? needOf(item.id) : null;
  const figures = [
    ...(book.settings?.calculation_type === 'NO_OVERALL_GRADE' ? [] : [{ value: OVERALL, label: t('ownGrades.overall') }]),
    ...book.periods.map(({ name }, place) => ({ value: String(place), label: name })),
  ];
  if (figures.length === 0) return null;
  if (!item)
    return (
      <Panel title={t('ownGrades.need')}>
        <p className={styles.answer}>{t('ownGrades.need.none')}</p>
      </Panel>
    );
  const words = { title: item.title, points: pointsText(item.maxPoints ?? 0) };
  return (
    <Panel title={t('ownGrades.need')}>
      <div className={styles.need}>
        <SelectField label={t('ownGrades.need.figure')} value={figure} onChange={(event) => setFigure(event.target.value)} options={figures} />
        <TextField
          label={t('ownGrades.need.target')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={5}
          value={target}
          error={isRight ? undefined : t('ownGrades.need.wrong')}
          onChange={(event) => setTarget(event.target.value)}
        />
        <SelectField
          label={t('ownGrades.need.item')}
          value={item.id}
          onChange={(event) => setChosen(Number(event.target.value))}
          options={open.map(({ id, title }) => ({ value: String(id), label: title }))}
        />
      </div>
      <p className={styles.answer} role="status">
        {answer &&
          (answer.needed === null
            ? t(answer.isCounted ? 'ownGrades.need.never' : 'ownGrades.need.uncounted', words)
            : answer.needed.isReachable
              ? t('ownGrades.need.answer', { ...words, grade: pointsText(answer.needed.grade) })
              : t('ownGrades.need.beyond', { ...words, grade: pointsText(answer.needed.grade), percent: pointsText(answer.atMost ?? 0) }))}
      </p>
    </Panel>
  );
}
