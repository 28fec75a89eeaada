import type { Form } from '@classwright/contract/forms';
import { clockTime } from '../../../join/times.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { classes } from '../../../ui/plain/classes.ts';
import { IconClockExclamation } from '../../../ui/plain/icons.ts';
import { MathText } from '../../../ui/rich-text/MathText.tsx';
import desk from '../desk/Desk.module.css';
import { letterOf } from '../desk/choices.ts';
import { questionOf, type FeedAnswer } from '../lesson/model.ts';
import { t } from '../t.ts';
import { useModel } from '../use-live.ts';
import { Chosen } from './Chosen.tsx';
import { nameOf } from './name-of.ts';
import styles from './Posts.module.css';

/** Who answered what in a form, by name; what came too late at the end, marked. */
export function ResponseTable({ feed, form }: { feed: FeedAnswer; form: Form }) {
  const question = useModel((model) => questionOf(model, form));
  const choiceOf = new Map(feed.posts.map((post) => [post.id, post.body[0]?.detail.response_id ?? null]));
  const rows = feed.responses.toSorted((left, right) => left.name.localeCompare(right.name));
  return (
    <div className={classes(desk.scroll, styles.list)} tabIndex={0} role="group" aria-label={t('teach.distributionOf', { form })}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('teach.distributionOf', { form })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('teach.col.name')}</th>
            <th scope="col">{t('teach.col.response')}</th>
            <th scope="col">{t('teach.col.title')}</th>
            <th scope="col">{t('teach.col.form')}</th>
            <th scope="col">{t('teach.col.lastUpdate')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              <td>
                <Chosen letter={letterOf(question, choiceOf.get(row.id) ?? null)} response={row.response} />
              </td>
              <td>
                <MathText text={row.title} />
              </td>
              <td>{row.form}</td>
              <td>{clockTime(row.last_update)}</td>
            </tr>
          ))}
          {feed.late.map((answer, index) => (
            <tr key={`late ${index}`}>
              <th scope="row">{nameOf(answer.account)}</th>
              <td>
                <Chosen letter={letterOf(question, answer.response_id)} response={answer.response} />{' '}
                <Chip hue="amber" icon={IconClockExclamation}>
                  {t('teach.late')}
                </Chip>
              </td>
              <td>
                <MathText text={question?.title ?? ''} />
              </td>
              <td>{answer.form}</td>
              <td>{clockTime(answer.received_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
