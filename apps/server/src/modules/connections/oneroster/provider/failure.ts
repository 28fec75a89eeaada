import type { MessageKey, MessageParams } from '@classwright/contract';
import type { AppError } from '../../../../platform/errors.ts';
import type { FailureForm } from '../../../../platform/http/index.ts';

/**
 * The reason why a call failed, as a code of the standard. Source: OneRoster 1.2, REST bindings, appendix on status
 * codes.
 */
export type CodeMinor =
  | 'invalid_filter_field'
  | 'invalid_selection_field'
  | 'invalid_sort_field'
  | 'invaliddata'
  | 'unauthorisedrequest'
  | 'forbidden'
  | 'server_busy'
  | 'unknownobject'
  | 'deletefailure'
  | 'unsupported'
  | 'internal_server_error';

/** A deliberately refused call, with a message for the people who run the app. */
export class Failure extends Error {
  readonly status: number;
  readonly minor: CodeMinor;
  readonly key: MessageKey;
  readonly params: MessageParams;

  constructor(status: number, minor: CodeMinor, key: MessageKey, params: MessageParams = {}) {
    super(key);
    this.status = status;
    this.minor = minor;
    this.key = key;
    this.params = params;
  }
}

export const noSuchThing = (name: string, sourcedId: string): Failure =>
  new Failure(404, 'unknownobject', 'oneroster.unknown', { name, id: sourcedId.slice(0, 100) });
export const wrongData = (key: MessageKey, params: MessageParams = {}, status = 422): Failure => new Failure(status, 'invaliddata', key, params);

/** Returns the body of a failed call. */
export const toStatusInfo = (minor: CodeMinor, description: string): object => ({
  imsx_codeMajor: minor === 'unsupported' ? 'unsupported' : 'failure',
  imsx_severity: 'error',
  imsx_description: description,
  imsx_CodeMinor: { imsx_codeMinorField: [{ imsx_codeMinorFieldName: 'TargetEndSystem', imsx_codeMinorFieldValue: minor }] },
});

const MINOR_OF_STATUS: Readonly<Record<number, CodeMinor>> = {
  401: 'unauthorisedrequest',
  403: 'forbidden',
  404: 'unknownobject',
  405: 'unsupported',
  429: 'server_busy',
  500: 'internal_server_error',
  503: 'server_busy',
};

/** Converts failures outside a call's own work to the standard's form. */
export const oneRosterFailures: FailureForm = {
  prefix: '/ims/oneroster/',
  write: ({ status }: AppError, message) => toStatusInfo(MINOR_OF_STATUS[status] ?? 'invaliddata', message),
};
