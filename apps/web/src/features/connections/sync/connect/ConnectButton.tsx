import { useEffect, useState } from 'react';
import { showSnack } from '../../../../base/snackbar.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { connectGoogle } from './begun.ts';

/** A button that opens Google's consent page. If that fails, it shows the error and can be pressed again. */
export function ConnectButton({ to, children }: { to?: string; children: string }) {
  const [pending, setPending] = useState(false);
  useEffect(() => {
    // After the browser's Back button the page is as it was left.
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
