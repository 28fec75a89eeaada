import { Navigate, useParams } from '@tanstack/react-router';
import { parseId } from '../base/search.ts';
import { NotFound } from '../ui/plain/NotFound.tsx';

/** Leads a student who follows a link to the gradebook of a class to their own grades of that class. */
export function ToOwnGrades() {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const id = parseId(params['id']);
  return id === undefined ? <NotFound /> : <Navigate to="/std-gradebook" search={{ class: id }} replace />;
}
