import type { Endpoint } from '@classwright/contract/core/endpoint';
import type { ReactNode } from 'react';
import { isApiError } from '../../base/api.ts';
import { errorText } from './error-text.ts';
import { Notice } from './Notice.tsx';

/** The codes that a call declares, beside those that any call may answer. */
export type CodesOf<E extends Endpoint> = E['errors'][number];

export interface ErrorNoticeProps<E extends Endpoint> {
  /** What the call was rejected with; nothing is shown for null. */
  error: unknown;
  /** A text from the catalogue for every code that the endpoint lists: a missing one does not compile. */
  messages: Readonly<Record<CodesOf<E>, string>>;
  action?: ReactNode;
}

/** What went wrong with a call, where it was made: the screen's words for the endpoint's own codes, else the server's. */
export function ErrorNotice<E extends Endpoint>({ error, messages, action }: ErrorNoticeProps<E>) {
  if (error === null || error === undefined) return null;
  return (
    <Notice action={action}>
      <p>{noticeText(error, messages)}</p>
      {isApiError(error, 'VALIDATION_FAILED') && (
        <ul>
          {Object.entries(error.errors).map(([field, texts]) => (
            <li key={field}>{texts.join(' ')}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

/** The same as a text, for a snackbar. */
function noticeText<E extends Endpoint>(error: unknown, messages: Readonly<Record<CodesOf<E>, string>>): string {
  const own: Readonly<Record<string, string | undefined>> = messages;
  return (isApiError(error) ? own[error.code] : undefined) ?? errorText(error);
}
