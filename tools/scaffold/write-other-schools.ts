// Writes docs/other-schools.md from the table of each call's result for people of another school.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callRows } from '@classwright/server/testing/other-school/calls';
import { toPage } from '@classwright/server/testing/other-school/page';
import { repository } from '../house-rules/source.ts';

writeFileSync(join(repository, 'docs', 'other-schools.md'), toPage(callRows));
