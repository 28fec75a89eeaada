import type { Form } from '@classwright/contract/lesson/live/forms';
import type { CommentEntryView, FormReactionsView } from '@classwright/contract/lesson/live/views';
import { Card, Panel } from '../../ui/plain/Card.tsx';
import { Avatar } from '../../ui/plain/Avatar.tsx';
import { IconMessageCircle, IconThumbUp } from '../../ui/plain/icons.ts';
import { Grid, Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
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
      <Grid gap={12} className={styles.cards}>
        <Totals title={t('join.received')} likes={likes.received.length} comments={withheld ? null : comments.received.length} />
        <Totals title={t('join.given')} likes={likes.given.length} comments={comments.given.length} />
      </Grid>
      <Comments title={t('join.teachersComments')} entries={comments.received} byStaff withheld={withheld} />
      <Comments title={t('join.myComments')} entries={comments.given} />
    </>
  );
}

function Totals({ title, likes, comments }: { title: string; likes: number; comments: number | null }) {
  return (
    <Card className={styles.totals}>
      <Text as="h2" size={13} leading={1.4} tone="dimmed">
        {title}
      </Text>
      <Row as="dl" gap={24} align="stretch" above={8} className={styles.figures}>
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
      </Row>
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
        <Stack as="ul" gap={10} className={styles.list}>
          {entries.map((entry) => (
            <Row as="li" key={entry.id} align="stretch" leading={1.4} className={styles.entry}>
              <Avatar name={entry.name} size="s" hue={byStaff ? 'pink' : undefined} />
              <p>
                <b>{entry.name}</b>{' '}
                <Text as="span" size={13} tone="dimmed" numbers>
                  {timeOf(entry.last_update)}
                </Text>
                <br />
                {entry.comment}
              </p>
            </Row>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
