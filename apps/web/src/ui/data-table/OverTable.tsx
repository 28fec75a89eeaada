import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** What a cell opens over the page: a dialog that stood in the table would be laid out as a part of it, its own tables too. */
export const OverTable = ({ children }: { children: ReactNode }) => createPortal(children, document.body);
