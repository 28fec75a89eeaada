import { useEffect, useState } from 'react';
import { showSnack } from '../../../../base/snackbar.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { connectGoogle } from './begun.ts';

/** Leaves for Google's page of consent; what goes wrong before that is said, and the button can be pressed again. */
export function ConnectButton({ to, children }: { to?: string; children: string }) {
  const [pending, setPending] = useState(false);
  useEffect(() => {
    // come back to by the browser's Back, the page is as it was left
    const onShow = () => setPending(false);
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);
  const begin = async () => {
    setPending(true);
    try {
      await connectGoogle(to ?? location.pathname + location.search);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
      setPending(false);
    }
  };
  return (
    <Button variant="filled" pending={pending} onClick={() => void begin()}>
      {children}
    </Button>
  );
}
