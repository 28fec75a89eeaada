import { DIRECTED, icon } from '../../plain/icon.tsx';

/** Icons that only the editor uses, as in `ui/plain/icons.ts`. */
export const IconArrowForwardUp = /* @__PURE__ */ icon('arrow-forward-up', DIRECTED);
export const IconBlockquote = /* @__PURE__ */ icon('blockquote', DIRECTED);
export const IconBold = /* @__PURE__ */ icon('bold');
export const IconColumnInsertRight = /* @__PURE__ */ icon('column-insert-right', DIRECTED);
export const IconH1 = /* @__PURE__ */ icon('h-1');
export const IconH2 = /* @__PURE__ */ icon('h-2');
export const IconH3 = /* @__PURE__ */ icon('h-3');
export const IconItalic = /* @__PURE__ */ icon('italic');
export const IconRowInsertBottom = /* @__PURE__ */ icon('row-insert-bottom');
export const IconSubscript = /* @__PURE__ */ icon('subscript');
export const IconSuperscript = /* @__PURE__ */ icon('superscript');
export const IconTableOff = /* @__PURE__ */ icon('table-off');
