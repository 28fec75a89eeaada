/** Hues that chips, banners and avatars come in. */
export type Hue = 'pink' | 'blue' | 'violet' | 'teal' | 'green' | 'amber' | 'red' | 'gray';
