import { useEffect } from 'react';

/** Sets the title of the tab: the page's subject, then the product. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Classwright`;
  }, [title]);
}
