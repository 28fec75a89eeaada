import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';

/** The results of a finished lesson, loaded when there is one. */
export const ResultsPanel = lazyScreen(() => import('./ResultsPanel.tsx'), 'ResultsPanel');

export const RightByForm = lazyScreen(() => import('./ResultsPanel.tsx'), 'RightByForm');
