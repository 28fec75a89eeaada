/** A person's choices for the look of their own screens. Without zod, since the first screens import it. */
export const SIDEBAR_COLORS = ['plain', 'pink', 'blue', 'violet', 'teal', 'green', 'amber'] as const;
export type SidebarColor = (typeof SIDEBAR_COLORS)[number];

export const SIDEBAR_IMAGES = ['ribbons', 'waves', 'hills', 'dots'] as const;
export type SidebarImage = (typeof SIDEBAR_IMAGES)[number];

export interface ShellPreferences {
  sidebar_color: SidebarColor;
  sidebar_gradient: boolean;
  /** Dark mode. Null: follow the device. */
  dark_mode: boolean | null;
  /** The small sidebar, on every page. Null: not chosen, so the wide one. */
  mini_sidebar: boolean | null;
  sidebar_image: boolean;
  sidebar_image_choice: SidebarImage;
  /** True when shortcuts of single characters work on pages. */
  shortcuts: boolean;
  /** False: dismissed. */
  first_steps: boolean;
}

/** The preferences of a person who has chosen none. */
export const DEFAULT_PREFERENCES: ShellPreferences = {
  sidebar_color: 'plain',
  sidebar_gradient: false,
  dark_mode: null,
  mini_sidebar: null,
  sidebar_image: false,
  sidebar_image_choice: 'ribbons',
  shortcuts: true,
  first_steps: true,
};

/** The module launcher's entries, in their order. */
export const LAUNCHER_MODULES = ['mail', 'store', 'academy', 'calendar', 'drive', 'live_learning', 'snapshot'] as const;
export type LauncherModule = (typeof LAUNCHER_MODULES)[number];

/** Sites that ask us who a visitor is. Each is opened with a hand-off code for its target here. */
export const HAND_OFF_TARGETS: Readonly<Partial<Record<LauncherModule, string>>> = {
  store: 'store',
  live_learning: 'live-learning',
  snapshot: 'live-snapshot',
};
