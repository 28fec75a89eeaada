import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';

/** What a finished lesson showed, loaded when there is one. */
export const ResultsPanel = lazyScreen(() => import('./ResultsPanel.tsx'), 'ResultsPanel');

export const RightByForm = lazyScreen(() => import('./ResultsPanel.tsx'), 'RightByForm');
