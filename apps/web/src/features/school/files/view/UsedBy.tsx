import type { CallResult } from '@classwright/contract/core/endpoint';
import type { fileGet } from '@classwright/contract/school/files/calls';
import { Link } from '@tanstack/react-router';
import styles from '../files.module.css';
import { t } from '../../../../base/t.ts';

type Thing = CallResult<typeof fileGet>['things'][number];

/** Returns the link that opens each thing. */
function wayTo({ table, id, course_id }: Thing) {
  if (table === 'questions') return { to: '/all-questions', search: { view: id } } as const;
  if (table === 'assessments') return { to: '/assessments', search: { assessment: id } } as const;
  const params = { id: String(course_id) };
  return table === 'announcements'
    ? ({ to: '/class-details/$id', params, search: { announcement: id } } as const)
    : ({ to: '/class-classwork/$id', params, search: { work: id } } as const);
}

/** Shows where a file is used: links to the things that this person may open, and the total number. */
export function UsedBy({ dependents, things }: Pick<CallResult<typeof fileGet>, 'dependents' | 'things'>) {
  return (
    <section className={styles.usedBy} aria-label={t('files.usedBy.title')}>
      <h3>{t('files.usedBy.title')}</h3>
      <p>{dependents.length === 0 ? t('files.usedBy.none') : dependents.join(', ')}</p>
      {things.length > 0 && (
        <ul>
          {things.map((thing) => (
            <li key={`${thing.table}${thing.id}`} dir="auto">
              <Link {...wayTo(thing)}>{thing.name}</Link>{' '}
              {(thing.table === 'questions' || thing.table === 'assessments') && <small>{t(`files.usedBy.table.${thing.table}`)}</small>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
