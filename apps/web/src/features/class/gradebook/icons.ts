import { icon } from '../../../ui/plain/icon.tsx';

/** Icons that only the gradebook uses, as in `ui/plain/icons.ts`. */
export const IconArrowDown = /* @__PURE__ */ icon('arrow-down');
export const IconArrowUp = /* @__PURE__ */ icon('arrow-up');
export const IconCalendarExclamation = /* @__PURE__ */ icon('calendar-exclamation');
export const IconCircleMinus = /* @__PURE__ */ icon('circle-minus');
export const IconFileCheck = /* @__PURE__ */ icon('file-check');
export const IconFilterOff = /* @__PURE__ */ icon('filter-off');
export const IconScale = /* @__PURE__ */ icon('scale');
export const IconUserMinus = /* @__PURE__ */ icon('user-minus');
