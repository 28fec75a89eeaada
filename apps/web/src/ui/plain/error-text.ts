import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { isApiError, type ApiError } from '../../base/api.ts';
import { ChunkLoadError, CssChunkLoadError } from '../../base/chunk.ts';
import { messages } from '../../base/messages.ts';

const t = messages({ ...commonMessages, ...clientErrorMessages });

/** What a person reads about a failed call: the server's own words where it answered, ours where nothing came. */
export function apiErrorText(error: ApiError): string {
  switch (error.code) {
    case 'NETWORK':
      return t('common.offline');
    case 'TIMEOUT':
      return t('common.timeout');
    case 'BAD_ANSWER':
      return t('common.badAnswer');
    case 'INTERNAL':
      return t('error.INTERNAL', { request_id: error.request_id ?? t('common.unknown') });
    case 'UNAVAILABLE':
      return error.message === error.code ? t('error.UNAVAILABLE') : error.message;
    default:
      return error.message === error.code ? t('common.somethingWentWrong') : error.message;
  }
}

/** What a person reads about any failure; `otherwise` where it says nothing that would help. */
export function errorText(error: unknown, otherwise: string = t('common.somethingWentWrong')): string {
  if (isApiError(error)) return apiErrorText(error);
  if (error instanceof CssChunkLoadError) return t('common.cssChunkFailed');
  if (error instanceof ChunkLoadError) return t('common.chunkFailed');
  return otherwise;
}
