import { inOneLine } from '../../../../base/in-one-line.ts';
import type { Column } from '../../../../ui/data-table/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import type { RosterClassMatch } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import styles from './meetings.module.css';

interface Acts {
  mayEdit: boolean;
  onDecide: (row: RosterClassMatch, as: 'new' | 'ours' | 'undecided', courseId?: number) => void;
  onPick: (row: RosterClassMatch) => void;
}

function Here({ row: { decision, course, grounds } }: { row: RosterClassMatch }) {
  if (!course)
    return (
      <span className={styles.stack}>
        {decision === 'new' ? t('rosters.meet.newClass') : '–'}
        {decision === 'undecided' && <small>{t('rosters.meet.nothingAlike')}</small>}
      </span>
    );
  const hue = grounds === null ? 'blue' : grounds.is_sure ? 'green' : 'amber';
  return (
    <span className={styles.stack}>
      <bdi>{course.name}</bdi>
      <small dir="auto">{inOneLine([course.section, course.teacher])}</small>
      <span className={styles.why}>
        <Chip hue={hue}>{t(grounds === null ? 'rosters.meet.chosenChip' : grounds.is_sure ? 'rosters.meet.sureChip' : 'rosters.meet.perhapsChip')}</Chip>
        {grounds !== null && <small>{grounds.message}</small>}
      </span>
      {course.people_from !== null && <small>{t('rosters.meet.peopleFrom', { source: course.people_from })}</small>}
    </span>
  );
}

function Names({ title, names, all }: { title: string; names: readonly string[]; all: number }) {
  if (all === 0) return null;
  return (
    <>
      <dt>{title}</dt>
      <dd dir="auto">{[...names, ...(all > names.length ? [t('rosters.meet.more', { count: all - names.length })] : [])].join(', ')}</dd>
    </>
  );
}

function People({ people }: { people: RosterClassMatch['people'] }) {
  if (people === null) return null;
  const { come, go, stay, coming, going } = people;
  const words = t('rosters.meet.peopleOf', { come, go, stay });
  if (come + go === 0) return <span>{words}</span>;
  return (
    <details className={styles.people}>
      <summary>{words}</summary>
      <dl>
        <Names title={t('rosters.meet.coming')} names={coming} all={come} />
        <Names title={t('rosters.meet.going')} names={going} all={go} />
      </dl>
    </details>
  );
}

/**
 * Returns the columns: the roster's class, its match or possible match here, the effect on people, and the decision.
 */
export const columns = ({ mayEdit, onDecide, onPick }: Acts): Column<RosterClassMatch>[] => [
  {
    key: 'there',
    header: t('rosters.meet.there'),
    heading: true,
    cell: ({ name, code, teachers, terms }) => (
      <span className={styles.stack}>
        <bdi>{name}</bdi>
        <small dir="auto">{inOneLine([code, teachers.join(', '), terms.join(', ')])}</small>
      </span>
    ),
  },
  { key: 'here', header: t('rosters.meet.here'), cell: (row) => <Here row={row} /> },
  { key: 'people', header: t('rosters.meet.people'), cell: ({ people }) => <People people={people} /> },
  ...(mayEdit
    ? [
        {
          key: 'decision',
          header: t('rosters.meet.decision'),
          cell: (row: RosterClassMatch) => {
            const { name, decision, course } = row;
            return (
              <span className={styles.acts}>
                {decision === 'undecided' && course && (
                  <Button size="s" variant="filled" aria-label={t('rosters.meet.useOf', { name })} onClick={() => onDecide(row, 'ours', course.id)}>
                    {t('rosters.meet.use')}
                  </Button>
                )}
                {decision === 'undecided' && (
                  <Button size="s" aria-label={t('rosters.meet.newOf', { name })} onClick={() => onDecide(row, 'new')}>
                    {t('rosters.meet.new')}
                  </Button>
                )}
                {decision !== 'undecided' && (
                  <Button size="s" aria-label={t('rosters.meet.againOf', { name })} onClick={() => onDecide(row, 'undecided')}>
                    {t('rosters.meet.again')}
                  </Button>
                )}
                <Button size="s" aria-label={t('rosters.meet.pickOf', { name })} onClick={() => onPick(row)}>
                  {t('rosters.meet.pick')}
                </Button>
              </span>
            );
          },
        },
      ]
    : []),
];
