import type { CallResult } from '@classwright/contract/core/endpoint';
import type { fileGet } from '@classwright/contract/files';
import { Link } from '@tanstack/react-router';
import styles from '../files.module.css';
import { t } from '../t.ts';

/** Where each is opened. */
const wayTo = (table: 'questions' | 'assessments', id: number) =>
  table === 'questions' ? ({ to: '/all-questions', search: { view: id } } as const) : ({ to: '/assessments', search: { assessment: id } } as const);

/** What a file is part of: the way to those that this person may open, and how many there are in all. */
export function UsedBy({ dependents, things }: Pick<CallResult<typeof fileGet>, 'dependents' | 'things'>) {
  return (
    <section className={styles.usedBy} aria-label={t('files.usedBy.title')}>
      <h3>{t('files.usedBy.title')}</h3>
      <p>{dependents.length === 0 ? t('files.usedBy.none') : dependents.join(', ')}</p>
      {things.length > 0 && (
        <ul>
          {things.map(({ table, id, name }) => (
            <li key={`${table}${id}`} dir="auto">
              <Link {...wayTo(table, id)}>{name}</Link> <small>{t(`files.usedBy.table.${table}`)}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
