import { kindOfType } from '@classwright/contract/school/files/file-kinds';
import { IconFileText } from '../../../ui/plain/icons.ts';
import { IconMusic, IconPaperclip, IconPhoto, IconVideo } from '../../../ui/feature-icons/icons.ts';

const ICONS = { image: IconPhoto, audio: IconMusic, video: IconVideo, pdf: IconFileText };

/** Shows an icon for the kind of file, with text next to it. */
export function KindIcon({ type, size = 18 }: { type: string; size?: number }) {
  const kind = kindOfType(type);
  const Icon = kind ? ICONS[kind] : IconPaperclip;
  return <Icon size={size} />;
}
