/**
 * Errors that the web app describes itself, since no response of the server contains them. Its first screens include
 * these.
 */
export const clientErrorMessages = {
  'error.INTERNAL': 'Something went wrong on the server. Try again; if it happens again, give the administrator this number: {request_id}',
  'error.UNAVAILABLE': 'The server is starting or stopping. Try again in a moment.',
  'error.SIGN_IN_REFUSED': 'The email or password is wrong. Check both and try again.',
} as const;
