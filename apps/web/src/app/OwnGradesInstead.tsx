import { Navigate, useParams } from '@tanstack/react-router';
import { parseId } from '../base/search.ts';
import { useUser } from '../base/use-user.ts';
import { NotFound } from '../ui/plain/NotFound.tsx';

/** Shows students who open the address of a class's gradebook their own grades of that class. */
export function OwnGradesInstead() {
  const { id }: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const courseId = parseId(id);
  const { rights } = useUser();
  if (courseId === undefined || !rights.includes('std-gradebook:view')) return <NotFound />;
  return <Navigate to="/std-gradebook" search={{ class: courseId }} replace />;
}
