import type { ReactNode } from 'react';
import type { SubmissionMessageView } from '@classwright/contract/class/submissions/calls';
import { momentOf } from '../../../base/dates.ts';
import { Box, Grid, Text } from '../../../ui/plain/layout/layout.tsx';
import { Avatar } from '../../../ui/plain/Avatar.tsx';
import { t } from '../../../base/t.ts';
import styles from './work.module.css';

interface MessagesProps {
  messages: readonly SubmissionMessageView[];
  /** The heading level, one below the surrounding heading. */
  level: 'h3' | 'h4';
  action?: ReactNode;
}

/** Lists the messages of teachers about this work, oldest first. */
export function Messages({ messages, level: Heading, action }: MessagesProps) {
  return (
    <section aria-label={t('openWork.messages')}>
      <Heading className={styles.heading}>{t('openWork.messages')}</Heading>
      {messages.length === 0 ? (
        <Text tone="dimmed">{t('openWork.noMessages')}</Text>
      ) : (
        <Grid as="ul" gap={8} className={styles.messages}>
          {messages.map(({ id, message, created_at, account_name }) => (
            <li key={id}>
              <Avatar name={account_name} size="s" />
              <div>
                <Text size={13} className={styles.author}>
                  <b dir="auto">{account_name}</b> <span>{momentOf(created_at)}</span>
                </Text>
                <p className={styles.written} dir="auto">
                  {message}
                </p>
              </div>
            </li>
          ))}
        </Grid>
      )}
      {action && <Box above={10}>{action}</Box>}
    </section>
  );
}
