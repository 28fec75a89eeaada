/** The hues of chips, banners and avatars. */
export type Hue = 'pink' | 'blue' | 'violet' | 'teal' | 'green' | 'amber' | 'red' | 'gray';
