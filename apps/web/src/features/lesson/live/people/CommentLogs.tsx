import { Card } from '../../../../ui/plain/Card.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconArrowRight } from '../../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import desk from '../desk/Desk.module.css';
import type { Jump } from '../feed/jump.ts';
import { Questions } from '../parts.ts';
import { StaleNote } from '../StaleNote.tsx';
import { t } from '../../../../base/t.ts';
import { useLive, useModel, usePreferences, useProblem, useStage } from '../use-live.ts';
import styles from './People.module.css';

/** Lists all comments, newest first. A press jumps to the comment in the feed. */
export function CommentLogs({ onJump }: { onJump: (jump: Jump) => void }) {
  const { lesson } = useLive();
  const answer = useModel((model) => model.logs);
  const hasRun = useModel((model) => model.known !== null);
  const problem = useProblem('logs');
  const logs = answer?.logs ?? [];
  const { showsFigures } = usePreferences();
  const isHidden = useStage() === 'running' && !showsFigures;
  return (
    <Card className={classes(desk.panel, styles.panel)} aria-label={t('teach.commentLogs')}>
      <Row gap={8} fixed className={desk.head}>
        <h2>{t('teach.commentLogs')}</h2>
        <span className={desk.count}>
          <span aria-hidden>{answer?.total ?? 0}</span>
          <span className="visually-hidden">{t('teach.logsTotal', { count: answer?.total ?? 0 })}</span>
        </span>
      </Row>
      {hasRun && <Questions />}
      {answer && <StaleNote part="logs" />}
      {!answer && hasRun ? (
        problem !== undefined ? (
          <LoadFailed error={problem} onRetry={() => lesson.reload('logs')} />
        ) : (
          <div className={styles.none}>
            <SkeletonText lines={3} />
          </div>
        )
      ) : logs.length === 0 ? (
        <p className={styles.none}>{t('teach.noLogs')}</p>
      ) : isHidden ? (
        <p className={styles.none}>{t('teach.logsHidden')}</p>
      ) : (
        <ul className={classes(desk.scroll, styles.logs)}>
          {logs.map((log) => (
            <li key={log.id}>
              <button type="button" className={styles.log} onClick={() => onJump({ form: log.form, postId: log.post_id, commentId: log.id })}>
                <Row as="span" gap={4} shrinks className={styles.logWho}>
                  <b>{log.commented_by}</b>
                  <IconArrowRight size={15} />
                  <span>{log.posted_by}</span>
                </Row>
                <Text as="span" clamp className={styles.logWords}>
                  {log.comment}
                </Text>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
