import type { Form } from '@classwright/contract/lesson/live/forms';
import type { CommentEntryView, FormReactionsView } from '@classwright/contract/lesson/live/views';
import { Card, Panel } from '../../ui/plain/Card.tsx';
import { Avatar } from '../../ui/plain/Avatar.tsx';
import { IconMessageCircle, IconThumbUp } from '../../ui/plain/icons.ts';
import type { z } from 'zod';
import { formName } from '../../lesson/form-name.ts';
import { t } from '../../base/t.ts';
import { timeOf } from '../../base/dates.ts';
import styles from './FormResults.module.css';

type CommentEntry = z.infer<typeof CommentEntryView>;

/** Shows the likes and comments of one form: received from staff, and given and received among classmates. */
export function FormResults({
  reactions: { likes, comments },
  withheld,
}: {
  reactions: FormReactionsView;
  /** The open form whose answer is missing. Staff comments are hidden until it is given. */
  withheld: Form | null;
}) {
  return (
    <>
      <div className={styles.cards}>
        <Totals title={t('join.received')} likes={likes.received.length} comments={withheld ? null : comments.received.length} />
        <Totals title={t('join.given')} likes={likes.given.length} comments={comments.given.length} />
      </div>
      <Comments title={t('join.teachersComments')} entries={comments.received} byStaff withheld={withheld} />
      <Comments title={t('join.myComments')} entries={comments.given} />
    </>
  );
}

function Totals({ title, likes, comments }: { title: string; likes: number; comments: number | null }) {
  return (
    <Card className={styles.totals}>
      <h2 className={styles.title}>{title}</h2>
      <dl className={styles.figures}>
        <div>
          <dt>
            <IconThumbUp size={16} />
            {t('join.totalLikes')}
          </dt>
          <dd>{likes}</dd>
        </div>
        <div>
          <dt>
            <IconMessageCircle size={16} />
            {t('join.totalComments')}
          </dt>
          <dd>{comments ?? '–'}</dd>
        </div>
      </dl>
    </Card>
  );
}

function Comments({
  title,
  entries,
  byStaff,
  withheld = null,
}: {
  title: string;
  entries: readonly CommentEntry[];
  byStaff?: boolean;
  withheld?: Form | null;
}) {
  return (
    <Panel title={title}>
      {entries.length === 0 ? (
        <p className={styles.none}>{withheld ? t('join.commentsAfterAnswer', { form: formName(withheld) }) : t('join.noComments')}</p>
      ) : (
        <ul className={styles.list}>
          {entries.map((entry) => (
            <li key={entry.id} className={styles.entry}>
              <Avatar name={entry.name} size="s" hue={byStaff ? 'pink' : undefined} />
              <p>
                <b>{entry.name}</b> <span className={styles.time}>{timeOf(entry.last_update)}</span>
                <br />
                {entry.comment}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
