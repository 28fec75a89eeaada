import type { ReactNode } from 'react';
import { IconAlertTriangle, IconCircleCheck } from '../plain/icons.ts';
import { Notice } from '../plain/Notice.tsx';
import { Text } from '../plain/layout/layout.tsx';

/** Shows what a file would do, or did, below its name. */
export function FileNotice({ hue, fileName, children }: { hue: 'green' | 'amber' | 'red'; fileName: string; children: ReactNode }) {
  return (
    <Notice hue={hue} icon={hue === 'green' ? IconCircleCheck : IconAlertTriangle}>
      <Text as="strong" breaks>
        <bdi>{fileName}</bdi>
      </Text>{' '}
      {children}
    </Notice>
  );
}
