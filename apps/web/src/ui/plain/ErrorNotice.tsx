import type { Endpoint } from '@classwright/contract/core/endpoint';
import type { ReactNode } from 'react';
import { isApiError } from '../../base/api.ts';
import { errorText } from './error-text.ts';
import { Notice } from './Notice.tsx';

/** The codes that a call declares, in addition to those of any call. */
export type CodesOf<E extends Endpoint> = E['errors'][number];

export interface ErrorNoticeProps<E extends Endpoint> {
  /** The error of the call. Shows nothing for null. */
  error: unknown;
  /** A message for every code of the endpoint. A missing one does not compile. */
  messages: Readonly<Record<CodesOf<E>, string>>;
  action?: ReactNode;
}

/** Shows a call's error next to its control: the screen's message for the endpoint's own codes, else the server's. */
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

/**
 * Returns the text of a call's error for a snackbar: the screen's message for the endpoint's own codes, else the
 * server's.
 */
function noticeText<E extends Endpoint>(error: unknown, messages: Readonly<Record<CodesOf<E>, string>>): string {
  const own: Readonly<Record<string, string | undefined>> = messages;
  return (isApiError(error) ? own[error.code] : undefined) ?? errorText(error);
}
