import type { courseGet } from '@classwright/contract/class/classes/calls';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../../../base/api.ts';
import { isApiError } from '../../../base/api-error.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { deliverGrades, type LeftGrades, dismissGrades } from './deliver.ts';
import { t } from '../../../base/t.ts';

/**
 * Delivers grades that were typed into gradebooks earlier, and shows those that could not be saved, on any page of the
 * app.
 */
export function KeptGrades() {
  const { account_id: accountId } = useUser();
  const { pathname } = useLocation();
  const [left, setLeft] = useState<readonly LeftGrades[]>([]);
  useEffect(() => deliverGrades(accountId, setLeft), [accountId]);
  // an open gradebook shows them in its cells
  return left.map(
    (one) =>
      pathname !== addressOf(one) && (
        <Left
          key={one.courseId}
          left={one}
          onPutAway={() =>
            void dismissGrades(
              accountId,
              one.grades.map(({ key }) => key),
            )
          }
        />
      ),
  );
}

/** The maximum number of grades listed before dismissal. */
const MAX_NAMED = 20;

const addressOf = ({ courseId }: LeftGrades): string => `/class-gradebook/${courseId}`;

function Left({ left, onPutAway }: { left: LeftGrades; onPutAway: () => void }) {
  const { courseId: id, count, cause, grades } = left;
  const { data, error } = useQuery({
    queryKey: ['class', id, 'course'],
    queryFn: async ({ signal }) => (await api<typeof courseGet>('GET', '/courses/:id', { params: { id }, signal })).course,
    retry: false,
  });
  // the class is no longer theirs: they cannot decide anywhere
  const isGone = isApiError(error) && (error.status === 403 || error.status === 404);
  const action = isGone ? (
    <Button size="s" onClick={onPutAway}>
      {t('kept.putAway')}
    </Button>
  ) : (
    <Link to={addressOf(left) as '/'}>{t('kept.open')}</Link>
  );
  return (
    <div style={{ marginBlockEnd: 16 }}>
      <Notice hue="amber" action={action}>
        {t('kept.notSaved', { count, class: data?.name ?? t('kept.someClass'), cause })}
        {isGone && (
          <ul>
            {grades.slice(0, MAX_NAMED).map(({ key, typed, student, work }) => (
              <li key={key}>{student && work ? t('kept.grade', { grade: typed, student, work }) : typed}</li>
            ))}
            {count > MAX_NAMED && <li>{t('kept.more', { count: count - MAX_NAMED })}</li>}
          </ul>
        )}
      </Notice>
    </div>
  );
}
