import type { FileView } from '@classwright/contract';
import { kindOfType } from '@classwright/contract/school/files/file-kinds';
import type { Actor } from '../../../platform/http/index.ts';
import { fullName } from '../../people/accounts/index.ts';
import { mayDelete } from './access.ts';
import { isShownInline } from './judge/index.ts';
import type { FileLinks } from './links.ts';
import type { LibraryRow } from './queries.ts';

/** Builds a file for a person who may read it, with an address made at `now`. */
export function toFileView(row: LibraryRow, { actor, links, now }: { actor: Actor; links: FileLinks; now: Date }): FileView {
  return {
    id: row.id,
    name: row.name,
    type: row.mime_type,
    kind: kindOfType(row.mime_type) ?? 'image',
    is_shown: isShownInline(row.mime_type),
    byte_size: row.byte_size,
    url: links.at(now)(row.id),
    url_expires_at: links.expiryAt(now).toISOString(),
    account_id: row.account_id,
    account_name: row.first_name === null ? null : fullName({ first_name: row.first_name, last_name: row.last_name ?? '' }),
    can_delete: mayDelete(actor, row),
    created_at: row.created_at.toISOString(),
  };
}
