// Writes the spreadsheets that the web app serves as plain files. Run `node tools/templates/write.ts` after their
// columns changed.
import { writeFileSync } from 'node:fs';
import { accountTemplateFile, plainAccountTemplate, plainQuestionTemplate, questionTemplateFile } from './plain-templates.ts';

writeFileSync(accountTemplateFile, await plainAccountTemplate());
writeFileSync(questionTemplateFile, await plainQuestionTemplate());
