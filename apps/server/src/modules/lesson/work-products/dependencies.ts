import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { InstallationLanguage } from '../../../platform/languages.ts';
import type { FileLinks, FileStorage } from '../../school/files/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';
import type { Announcing } from '../../class/submissions/index.ts';
import type { Drawer } from './drawing/draw.ts';

export interface WorkProductsOptions extends Announcing {
  db: Db;
  t: Translate<MessageKey>;
  language: Pick<InstallationLanguage, 'tag' | 'locale' | 'direction'>;
  jobs: Pick<Jobs, 'enqueue'>;
  storage: FileStorage;
  fileLinks: FileLinks;
  notifier: Notifier;
}

export interface WorkProductsDependencies extends WorkProductsOptions {
  drawer: Drawer;
}
