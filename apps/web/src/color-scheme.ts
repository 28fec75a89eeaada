/**
 * Runs before the first paint, as a small separate blocking script (the content security policy allows no inline
 * script): sets the color mode on <html>, so that no page flashes in the other mode. It must import nothing. The choice
 * ('light', 'dark', or none for the device's own) is stored under the key that `base/color-mode.ts` writes.
 */
(() => {
  const root = document.documentElement;
  const device = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let choice: string | null = null;
    try {
      choice = localStorage.getItem('cw.color-mode');
    } catch {
      // storage is blocked: the device's own mode
    }
    const dark = choice === 'dark' || (choice !== 'light' && device.matches);
    root.setAttribute('data-color-mode', dark ? 'dark' : 'light');
  };
  apply();
  device.addEventListener('change', apply);
  addEventListener('storage', (event) => event.key === 'cw.color-mode' && apply());
  addEventListener('cw:color-mode', apply);
})();
