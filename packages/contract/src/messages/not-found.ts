/** The messages of an address that does not exist. */
export const notFoundMessages = {
  'shell.notFoundTitle': 'Page not found',
  'shell.notFound': 'There is no page at this address, or you do not have access to it.',
} as const;
