import { fullName } from '../../../../base/full-name.ts';
import type { Form } from '@classwright/contract/lesson/live/forms';
import type { RichTextDocument } from '@classwright/contract/rich-text';
import { toSummary } from '@classwright/rules/rich-text/read';
import { locale } from '../../../../base/language.ts';
import { timeOf } from '../../../../base/dates.ts';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconClockExclamation } from '../../../../ui/plain/icons.ts';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import desk from '../desk/Desk.module.css';
import { letterOf } from '../../../../lesson/moves/choices.ts';
import { questionOf, type FeedAnswer } from '../lesson/model.ts';
import { t } from '../../../../base/t.ts';
import { useModel } from '../use-live.ts';
import { Chosen } from './Chosen.tsx';
import styles from './Posts.module.css';

/** Longer text would not fit on one line. */
const MOST_SHOWN = 200;

/** Lists the answers in a form by student name with their reasons. Late answers come last and are marked. */
export function ResponseTable({ feed, form }: { feed: FeedAnswer; form: Form }) {
  const question = useModel((model) => questionOf(model, form));
  const bodyOf = new Map(feed.posts.map((post) => [post.id, post.body[0]]));
  const rows = feed.responses.toSorted((left, right) => left.name.localeCompare(right.name, locale()));
  return (
    <div className={classes(desk.scroll, styles.list)} tabIndex={0} role="group" aria-label={t('teach.distributionOf', { form })}>
      <table className={styles.table}>
        <caption>
          {form} · <MathText text={question?.title ?? ''} />
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('teach.col.name')}</th>
            <th scope="col">{t('teach.col.response')}</th>
            <th scope="col">{t('teach.col.justification')}</th>
            <th scope="col">{t('teach.col.lastUpdate')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              <td>
                <Chosen letter={letterOf(question, bodyOf.get(row.id)?.detail.response_id ?? null)} response={row.response} />
              </td>
              <Justification document={bodyOf.get(row.id)?.comment} />
              <td>{timeOf(row.last_update)}</td>
            </tr>
          ))}
          {feed.late.map((answer, index) => (
            <tr key={`late ${index}`}>
              <th scope="row">{fullName(answer.account)}</th>
              <td>
                <Chosen letter={letterOf(question, answer.response_id)} response={answer.response} />{' '}
                <Chip hue="amber" icon={IconClockExclamation}>
                  {t('teach.late')}
                </Chip>
              </td>
              <Justification document={answer.comment} />
              <td>{timeOf(answer.received_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The first words of a justification. The feed has all of it. */
function Justification({ document }: { document: RichTextDocument | undefined }) {
  const words = document ? toSummary(document, MOST_SHOWN) : '';
  return (
    <td className={styles.justification}>
      <span dir="auto">{words}</span>
    </td>
  );
}
