import { Card } from '../../ui/plain/Card.tsx';
import { classes } from '../../ui/plain/classes.ts';
import { Row, Text } from '../../ui/plain/layout/layout.tsx';
import { formName } from '../form-name.ts';
import type { RightInForm } from './class-right.ts';
import styles from './ClassRibbon.module.css';
import { t } from '../../base/t.ts';

const BOX = { width: 320, height: 96, middle: 48, most: 84 };

/**
 * The class's lesson as one ribbon, as wide at each form as its share of right answers. The figures are below it as
 * text.
 */
export function ClassRibbon({ forms }: { forms: readonly RightInForm[] }) {
  if (forms.length === 0) return null;
  return (
    <Card className={styles.card} aria-label={t('snapshot.theClass')}>
      <Text as="h3" size={16} leading={1.35}>
        {t('snapshot.rightInClass', { figures: forms.map(({ percent, form }) => t('snapshot.rightIn', { percent, form: formName(form) })).join(', ') })}
      </Text>
      <RibbonPicture percents={forms.map(({ percent }) => percent)} className={styles.ribbon} />
      <Row as="dl" align="stretch" className={styles.figures}>
        {forms.map(({ form, percent, right, answered }) => (
          <div key={form}>
            <dt>{formName(form)}</dt>
            <dd>
              <b>{percent}%</b> {t('snapshot.rightOf', { right, answered })}
            </dd>
          </div>
        ))}
      </Row>
    </Card>
  );
}

/** Draws the ribbon of these shares of right answers, one for each form. The figures are text next to it. */
export function RibbonPicture({ percents, className }: { percents: readonly number[]; className?: string | undefined }) {
  return (
    <svg className={classes(className, 'cw-directed')} viewBox={`0 0 ${BOX.width} ${BOX.height}`} preserveAspectRatio="none" aria-hidden focusable={false}>
      <rect className={styles.whole} y={BOX.middle - BOX.most / 2} width={BOX.width} height={BOX.most} />
      <path className={styles.right} d={ribbon(percents.map((percent) => Math.max(1, (BOX.most * percent) / 100)))} />
    </svg>
  );
}

/** Returns a path that is straight at the middle of each station and curves softly from one to the next. */
function ribbon(widths: readonly number[]): string {
  const step = BOX.width / widths.length;
  const edge = (index: number, side: 1 | -1) => BOX.middle + (side * (widths[index] ?? 0)) / 2;
  const along = (order: readonly number[], side: 1 | -1, forward: boolean): string =>
    order
      .map((index, place) => {
        const [from, to] = forward ? [index * step, (index + 1) * step] : [(index + 1) * step, index * step];
        const [flatFrom, flatTo] = [from + (to - from) * 0.3, from + (to - from) * 0.7];
        const y = edge(index, side);
        const next = order[place + 1];
        const reach = place === 0 ? `L${from} ${y}` : '';
        if (next === undefined) return `${reach}L${to} ${y}`;
        const nextY = edge(next, side);
        const nextFlat = to + (to - from) * 0.3;
        return `${reach}L${flatFrom} ${y}L${flatTo} ${y}C${to} ${y} ${to} ${nextY} ${nextFlat} ${nextY}`;
      })
      .join('');
  const order = widths.map((_, index) => index);
  return `M0 ${edge(0, -1)}${along(order, -1, true)}${along(order.toReversed(), 1, false)}Z`;
}
