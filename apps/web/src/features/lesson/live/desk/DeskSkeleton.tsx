import { Card } from '../../../../ui/plain/Card.tsx';
import { Skeleton, SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { t } from '../../../../base/t.ts';
import cards from './Cards.module.css';
import styles from './Desk.module.css';
import header from './LessonHeader.module.css';

/** A placeholder of the screen's size while the lesson loads. */
export function DeskSkeleton() {
  return (
    <div className={styles.desk} data-stage="loading">
      <header className={header.header}>
        <div className={header.words}>
          <h1 className="visually-hidden">{t('teach.loading')}</h1>
          <Skeleton width={240} height={18} />
        </div>
      </header>
      <main className={styles.main}>
        <div className={cards.cards}>
          {Array.from({ length: 5 }, (_, index) => (
            <Card key={index} className={cards.card}>
              <Skeleton width="50%" />
              <Skeleton width="70%" height={30} />
            </Card>
          ))}
        </div>
        <div className={styles.panels}>
          {Array.from({ length: 3 }, (_, index) => (
            <Card key={index} className={styles.loading}>
              {index === 1 ? <SkeletonText lines={6} /> : <Skeleton height={120} />}
            </Card>
          ))}
        </div>
      </main>
    </div>
  );
}
