import { isApiError, type ApiError } from '../../base/api.ts';
import { ChunkLoadError, CssChunkLoadError } from '../../base/chunk.ts';
import { t } from '../../base/t.ts';

/** Returns the message of a failed call: the server's if it responded, else ours. */
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

/** Returns the message of any error, or `otherwise` if it has no helpful one. */
export function errorText(error: unknown, otherwise: string = t('common.somethingWentWrong')): string {
  if (isApiError(error)) return apiErrorText(error);
  if (error instanceof CssChunkLoadError) return t('common.cssChunkFailed');
  if (error instanceof ChunkLoadError) return t('common.chunkFailed');
  return otherwise;
}
