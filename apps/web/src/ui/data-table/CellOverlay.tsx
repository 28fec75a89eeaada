import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/**
 * Renders what a cell opens over the page. A dialog inside the table would be laid out as part of it, including its own
 * tables.
 */
export const CellOverlay = ({ children }: { children: ReactNode }) => createPortal(children, document.body);
