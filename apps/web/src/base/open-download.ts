import type { handOffCreate } from '@classwright/contract/people/hand-off/calls';
import { api } from './api.ts';

/**
 * Opens a download of ours in a new window. The window gets a code that works once and for a minute, never the token.
 * If the browser opens no window, the page itself starts the download and stays. @throws {ApiError} when no code can be
 * obtained
 */
export async function openDownload(path: `/api/${string}`): Promise<void> {
  const [target = '', search = ''] = path.split('?');
  const { code } = await api<typeof handOffCreate>('POST', '/hand-off', { body: { target } });
  const query = new URLSearchParams(search);
  query.set('code', code);
  openWindow(`${target}?${query}`);
}

/**
 * Opens a site of the school in a new window, with a code in its address that it redeems to identify the visitor.
 * @throws {ApiError} when no code can be obtained
 */
export async function openSite(url: string, target: string): Promise<void> {
  const { code } = await api<typeof handOffCreate>('POST', '/hand-off', { body: { target } });
  const address = new URL(url);
  address.searchParams.set('code', code);
  openWindow(address.href);
}

function openWindow(address: string): void {
  const opened = window.open(address, '_blank');
  if (opened) opened.opener = null;
  else location.assign(address);
}
