import { useEffect } from 'react';

/** The title of the tab: what the page is about, then the product. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Classwright`;
  }, [title]);
}
