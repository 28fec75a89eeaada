/** The messages of signing in with a Google account. */
export const googleMessages = {
  'google.signIn': 'Sign in with Google',
  'google.title': 'Sign in with Google',
  'google.checking': 'Signing in…',
  'google.again': 'Try again with Google',
  'google.otherWay': 'Sign in another way',
  'google.notBegun': 'This sign-in has expired, or was started in another browser. Start again.',
} as const;
