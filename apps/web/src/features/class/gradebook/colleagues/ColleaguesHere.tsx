import { useId, useSyncExternalStore } from 'react';
import { Avatar } from '../../../../ui/plain/Avatar.tsx';
import type { Book } from '../book.ts';
import { t } from '../../../../base/t.ts';
import type { Colleague, Colleagues } from './colleagues.ts';
import styles from './colleagues.module.css';

/** The maximum number of names; beyond it only the number is shown. */
const MOST_NAMED = 12;

/** Returns the names of a colleague's item and student; empty if they are not in this book. */
function placeText(book: Book, { item, student }: Colleague): string {
  const title = item === null ? undefined : book.items[book.itemAt.get(item) ?? -1]?.title;
  const name = student === null ? undefined : book.students[book.studentAt.get(student) ?? -1]?.name;
  if (title !== undefined && name !== undefined) return t('sheet.colleagues.cell', { item: title, student: name });
  return (item === null ? name : student === null ? title : undefined) ?? '';
}

/** Shows colleagues who have the gradebook open, and where they are. */
export function ColleaguesHere({ colleagues, book }: { colleagues: Colleagues; book: Book }) {
  const list = useSyncExternalStore(colleagues.subscribe, colleagues.list);
  const id = useId();
  if (list.length === 0) return null;
  return (
    <div className={styles.here}>
      <span id={id}>{t('sheet.colleagues.also')}</span>
      <ul aria-labelledby={id}>
        {list.slice(0, MOST_NAMED).map((colleague) => {
          const place = placeText(book, colleague);
          return (
            <li key={colleague.accountId}>
              <Avatar name={colleague.name} size="s" />
              <span>
                <b>
                  <bdi>{colleague.name}</bdi>
                </b>{' '}
                <bdi>{place}</bdi>
              </span>
            </li>
          );
        })}
        {list.length > MOST_NAMED && <li>{t('sheet.colleagues.more', { count: list.length - MOST_NAMED })}</li>}
      </ul>
    </div>
  );
}
