import { makeZip } from '../../zip/testing/make-zip.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Makes the smallest workbook around the content of a sheet, with anything that a test needs in it. */
export async function makeWorkbook({
  sheet,
  strings,
  sheetState = 'visible',
  parts = {},
}: {
  sheet: string;
  strings?: string;
  sheetState?: string;
  parts?: Record<string, string>;
}): Promise<Buffer> {
  return makeZip({
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" state="${sheetState}" r:id="s1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="s1" Type="${OFFICE}/worksheet" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="t1" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...(strings === undefined ? {} : { 'xl/sharedStrings.xml': strings }),
    ...parts,
  });
}
