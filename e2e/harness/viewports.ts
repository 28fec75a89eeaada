/** The sizes in which every screen is checked. */
export const viewports = {
  smallPhone: { width: 360, height: 740, isMobile: true },
  phone: { width: 390, height: 844, isMobile: true },
  desktop: { width: 1280, height: 720, isMobile: false },
} as const;

export type Viewport = keyof typeof viewports;
