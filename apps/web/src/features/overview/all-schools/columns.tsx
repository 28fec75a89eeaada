import type { SchoolRow } from '@classwright/contract/overview/all-schools/calls';
import { LIMIT_WARNING_PERCENT } from '@classwright/contract/overview/all-schools/limits';
import type { ReactNode } from 'react';
import { dayOf, momentOf } from '../../../base/dates.ts';
import { numberText } from '../../../base/number-text.ts';
import { t } from '../../../base/t.ts';
import { type Column, RowActs } from '../../../ui/data-table/index.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconBan, IconCheck, IconReload, IconSettings } from '../../../ui/plain/icons.ts';
import { Stack } from '../../../ui/plain/layout/layout.tsx';
import { sizeText } from '../../school/files/index.ts';

export type SchoolAct = 'suspend' | 'resume' | 'limit';

/** Shows what a school has, with its limit, and a warning where the limit is near. */
function used(amount: number, most: number | null, write: (amount: number) => string): ReactNode {
  if (most === null) return write(amount);
  const percent = Math.floor((amount / most) * 100);
  return (
    <Stack as="span" gap={4}>
      {t('allSchools.usedOf', { used: write(amount), most: write(most) })}
      {percent >= LIMIT_WARNING_PERCENT && <Chip hue={percent >= 100 ? 'red' : 'amber'}>{t('allSchools.percent', { percent })}</Chip>}
    </Stack>
  );
}

interface ColumnsGiven {
  mayAct: boolean;
  onAct: (act: SchoolAct, schools: SchoolRow[]) => void;
  /** True when a school has a limit of requests, so that the column says something. */
  hasPaces: boolean;
}

export function schoolColumns({ mayAct, onAct, hasPaces }: ColumnsGiven): Column<SchoolRow>[] {
  const columns: Column<SchoolRow>[] = [
    { key: 'name', header: t('allSchools.school'), heading: true, cell: ({ name }) => <span dir="auto">{name}</span> },
    {
      key: 'state',
      header: t('allSchools.state'),
      cell: ({ suspension, is_archived }) => (
        <Stack as="span" gap={4} shrinks breaks>
          {suspension ? (
            <>
              <Chip hue="red" icon={IconBan}>
                {t('allSchools.isSuspended')}
              </Chip>
              <small dir="auto">{t('allSchools.suspendedSince', { date: momentOf(suspension.since), reason: suspension.reason })}</small>
            </>
          ) : (
            <Chip hue={is_archived ? 'gray' : 'green'} icon={IconCheck}>
              {t(is_archived ? 'allSchools.isArchived' : 'allSchools.isOpen')}
            </Chip>
          )}
        </Stack>
      ),
    },
    { key: 'people', header: t('allSchools.people'), align: 'end', cell: ({ people, max_people }) => used(people, max_people, numberText) },
    {
      key: 'files',
      header: t('allSchools.files'),
      align: 'end',
      nowrap: true,
      cell: ({ file_bytes, max_file_bytes }) => used(file_bytes, max_file_bytes, sizeText),
    },
    { key: 'classes', extra: true, header: t('allSchools.classes'), align: 'end', cell: ({ classes }) => numberText(classes) },
    ...(hasPaces
      ? [
          {
            key: 'requests',
            header: t('allSchools.requests'),
            align: 'end' as const,
            cell: ({ max_requests_per_minute: most }: SchoolRow) => (most === null ? t('allSchools.noLimit') : numberText(most)),
          },
        ]
      : []),
    {
      key: 'active',
      header: t('allSchools.active'),
      nowrap: true,
      cell: ({ active_at }) => (active_at === null ? t('allSchools.neverActive') : <time dateTime={active_at}>{dayOf(active_at)}</time>),
    },
  ];
  if (!mayAct) return columns;
  return [
    ...columns,
    {
      key: 'actions',
      header: t('allSchools.actions'),
      align: 'end',
      nowrap: true,
      card: 'aside',
      cell: (school) => (
        <RowActs
          name={school.name}
          acts={[
            school.suspension
              ? {
                  words: t('allSchools.resume'),
                  label: t('allSchools.resumeOf', { name: school.name }),
                  icon: IconReload,
                  onSelect: () => onAct('resume', [school]),
                }
              : {
                  words: t('allSchools.suspend'),
                  label: t('allSchools.suspendOf', { name: school.name }),
                  icon: IconBan,
                  onSelect: () => onAct('suspend', [school]),
                },
            {
              words: t('allSchools.limit'),
              label: t('allSchools.limitOf', { name: school.name }),
              icon: IconSettings,
              onSelect: () => onAct('limit', [school]),
            },
          ]}
        />
      ),
    },
  ];
}
