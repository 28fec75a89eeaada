/** True where this browser has passkeys: on pages that came over https, or from this device. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

type Options = { challenge: string };

/** Asks for one of the person's passkeys. @throws when the person leaves, or has none */
export async function showPasskey(options: Options): Promise<{ id: string }> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return { ...(await startAuthentication({ optionsJSON: options as never })) };
}

/** Makes a passkey. @throws when the person leaves, or the device has one already */
export async function makePasskey(options: Options): Promise<{ id: string }> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return { ...(await startRegistration({ optionsJSON: options as never })) };
}
