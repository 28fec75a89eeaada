/** Words of an address that leads nowhere. */
export const notFoundMessages = {
  'shell.notFoundTitle': 'Page not found',
  'shell.notFound': 'There is no page at this address, or it is not yours to see.',
} as const;
