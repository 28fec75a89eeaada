import type { systemBackUp, systemGet, systemLogMore, systemTestMail } from '@classwright/contract/overview/system/calls';
import { api } from '../../../base/api.ts';

export const SYSTEM_KEY = ['system'];

export const getSystem = (signal: AbortSignal) => api<typeof systemGet>('GET', '/system', { signal });
export const sendTestMail = () => api<typeof systemTestMail>('POST', '/system/test-mail');
export const backUp = () => api<typeof systemBackUp>('POST', '/system/back-up');
export const logMore = (on: boolean) => api<typeof systemLogMore>('POST', '/system/log-more', { body: { on } });
