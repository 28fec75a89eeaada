import type { Facts, TableFacts } from './facts.ts';

const written = (about: string): string =>
  `${about}\n\n\`npm run privacy\` writes this page from the declarations of the modules, the usual terms and the settings; do not edit it. It states facts of the\nproduct and is no legal advice. A school fills in what is in brackets.`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => (cells[0] === '---' ? `|${cells.join('|')}|` : `| ${cells.join(' | ')} |`)).join('\n');

const terms = ({ terms: all }: Facts): string =>
  table(
    ['data', 'usual term'],
    all.map(({ label, kept }) => [label, kept]),
  );

const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
const termsOf = (tables: readonly TableFacts[]): string => [...new Set(tables.map(({ kept }) => (/hour/.test(kept) ? 'hours' : kept)))].join('; ');

const RECIPIENTS = table(
  ['recipient', 'data', 'when'],
  [
    ['the person', 'their own', 'always'],
    ['classmates', 'name, picture, and what the person shares with the class', 'in classes and lessons'],
    ['teachers', 'students of their own classes', 'always'],
    ['administrators', 'people of their school, as their rights allow; who looked is noted', 'always'],
    ['guardians', 'their own child, as the child sees it', 'if the school ties them to the child'],
    ['operator of the server', 'the database, the files and the backups', 'for running it'],
    ['other systems of the school (OneRoster, rosters)', 'people, classes and grades', 'if an administrator connects them'],
    ['Google', 'sign-in, classes of Google Classroom, files picked in Google Drive', 'only where the settings and a person connect it'],
    ['anybody else', 'nothing: no advertising, no tracker, no analysis by others', 'never'],
  ],
);

const OPTIONAL = table(
  ['use', 'data', 'asked by the choice of the school', 'without a consent'],
  [
    ['Google Classroom', 'people, work, dates and grades of classes', 'nobody, a guardian, or the student', 'the sync leaves the student out'],
    ['Google Drive', 'files that the student picks', 'nobody, a guardian, or the student', 'it is not connected, and its tokens are deleted'],
    ['picture', 'the profile picture', 'nobody, a guardian, or the student', 'it is shown to nobody'],
    ['name on the wall', 'the name on the screen in the classroom', 'nobody, a guardian, or the student', 'a number is shown'],
  ],
);

const SECURITY = `[security.md](../security.md) describes the measures: hashed passwords, sealed tokens of other services, a second step at sign-in,
rights on every call and socket, separation of schools, an audit trail, a record of who looked, signed addresses of files, TLS,
and times for updates. The disk and the backups are not encrypted by the product: the operator encrypts them.`;

const connections = ({ connections: all }: Facts): string =>
  table(
    ['setting', 'meaning'],
    all.map(({ name, meaning }) => [`\`${name}\``, meaning]),
  );

const byTable = ({ classes }: Facts): string =>
  classes
    .map(
      ({ label, what, tables }) =>
        `### ${label}\n\n${what}.\n\n${table(
          ['table', 'in a person’s own copy', 'kept', 'at an erasure'],
          tables.map((one) => [`\`${one.table}\``, one.copied.map(lowered).join(', ') || '–', one.kept, one.erased]),
        )}`,
    )
    .join('\n\n');

const purposes = ({ classes }: Facts): string =>
  table(
    ['class of data', 'what', 'purpose', 'kept'],
    classes.map(({ label, what, why, tables }) => [label, what, why, termsOf(tables)]),
  );

function writeRecord(facts: Facts): string {
  return `# Record of processing

${written('This page is the record of processing activities that article 30 of the GDPR asks for. For example, it names for each table how long its rows are kept.')}

| field | value |
|---|---|
| controller | [the school, its address and contact] |
| data protection officer | [name and contact, if there is one] |
| processor | [who runs the server, if it is not the school] |
| activity | lessons, assignments, grades and communication of a school |
| people | students, teachers, other staff, guardians |
| transfers to other countries | none by the product; [Google, if it is connected] |

## Purposes

${purposes(facts)}

## Optional uses

The basis is the consent of the named person where a school asks for it in *School Settings*, and otherwise that of the school's own task.

${OPTIONAL}

## Recipients

${RECIPIENTS}

The server opens a connection to another service only if one of these settings names it, or if an administrator entered a roster server:

${connections(facts)}

## Terms

A school can change these terms within bounds. None of them can be unlimited.

${terms(facts)}

## Security

${SECURITY}

## Each table

${byTable(facts)}

## Tables about nobody

${facts.nobodys.map((name) => `\`${name}\``).join(', ')}.
`;
}

/** The rows of the form of the agreement, with the classes that hold them. Null is data that the product has no place for. */
const SCHEDULE: readonly (readonly [category: string, element: string, held: string | null])[] = [
  ['Application technology', 'IP addresses, cookies', 'a hash of the network in the audit trail; no cookies for tracking'],
  ['Application use', 'Statistics of use', 'sign-ins, and who looked at what, for the term of records of use'],
  ['Assessment', 'Scores, observations', 'answers in lessons, grades, notes of teachers'],
  ['Attendance', 'School attendance', null],
  ['Attendance', 'Class attendance', 'presence in live lessons'],
  ['Communications', 'Online communications', 'posts, comments, and messages between students and teachers'],
  ['Conduct', 'Conduct or behavioral data', 'reward points, and hidden posts with the reason'],
  ['Demographics', 'Date of birth', 'if entered in the profile'],
  ['Demographics', 'Place of birth, gender, ethnicity, language', null],
  ['Enrollment', 'School, grade level, classes', 'school, classes, and the grade level of a class'],
  ['Parents and guardians', 'Name, contact, relation', 'guardians that the school ties to a child'],
  ['Schedule', 'Courses and teachers', 'classes, teachers, and scheduled lessons'],
  ['Special indicators', 'English learner, disability, low income', 'extra time alone, without its reason'],
  ['Student contact', 'Address, email, telephone', 'email; address and telephone if entered'],
  ['Student identifiers', 'Local or state id, app id, user name', 'ids from rosters, and the id of the account; passwords as hashes'],
  ['Student name', 'First and last', 'first and last name'],
  ['Student in-app performance', 'Program performance', 'answers, results and work products'],
  ['Student work', 'Content that students make', 'answers, drafts, handed-in files'],
  ['Survey responses', 'Responses to surveys', null],
  ['Transcript', 'Course grades', 'grades in gradebooks; no transcript'],
  ['Transportation', 'Bus, pick-up', null],
  ['Biometrics and location', 'Fingerprints, location', null],
];

function writeSchedule(facts: Facts): string {
  return `# Schedule of data

${written('This page is the schedule of data (Exhibit B) of the National Data Privacy Agreement. For example, it says that a date of birth is held only if somebody enters it.')}

${table(
  ['category', 'elements', 'held', 'note'],
  SCHEDULE.map(([category, element, held]) => [category, element, held === null ? 'no' : 'yes', held ?? 'there is no field for it']),
)}

A text that somebody writes can hold anything. The product asks for none of the data marked *no*.

## Where the data is

${table(
  ['class of data', 'tables'],
  facts.classes.map(({ label, tables }) => [label, tables.map((one) => `\`${one.table}\``).join(', ')]),
)}

## Terms

${terms(facts)}
`;
}

function writeSupplement(facts: Facts): string {
  return `# Supplement for New York, Part 121

${written('This page is the supplemental information to the Parents’ Bill of Rights that New York’s Part 121 (8 NYCRR 121.3) asks for. For example, it says what happens to the data when a contract ends.')}

${table(
  ['question', 'answer'],
  [
    ['Exclusive purposes of the data', facts.classes.map(({ why }) => lowered(why.replace(/^To /, 'to '))).join('; ')],
    ['Subcontractors', '[who runs the server, if it is not the school]; Google, only where the school connects it. Nobody else receives data'],
    ['How others are bound', '[the agreement with them]'],
    ['Duration of the contract', '[from, until]'],
    [
      'At its end',
      'a backup holds everything in open formats; each person can be erased, and backups are deleted by the operator. [the date by which this is done]',
    ],
    ['Challenging the accuracy of data', 'ask the school office; administrators and teachers correct it, and the audit trail keeps the change'],
    ['Where data is stored', '[place of the server and of its backups]'],
    ['Protection', 'see [security.md](../security.md)'],
    ['Encryption', 'TLS on every connection; the operator encrypts the disk and the backups'],
    ['Sale or commercial use', 'none'],
  ],
)}

## Rights of parents

1. Data about a student is not sold, and not used for a commercial purpose.
2. Parents can inspect their child’s data. The child makes a copy in the profile, or the school makes one.
3. The data that the product can hold is listed in the [schedule of data](schedule-of-data.md).
4. Complaints go to [the contact of the school], or to the Chief Privacy Officer of the State Education Department.
5. Who looked at a child’s data can be listed.

## Data and terms

${purposes(facts)}
`;
}

function writeAssessment(facts: Facts): string {
  return `# Assessment of the effects on data protection

${written('This page is the skeleton of an assessment by article 35 of the GDPR, with the facts of the product filled in. For example, each risk names the measure that already exists.')}

## What is done

Lessons in which students answer, discuss and answer again; assignments, grades and messages. People: students, many of them
children; teachers; other staff; guardians. Number of people: [number].

${purposes(facts)}

## Who receives it

${RECIPIENTS}

## Necessity

- Data is used for lessons, assessment, and keeping it safe; [the basis in law, as the school names it].
- Address, telephone, birthday and picture are optional. No screen asks for health, origin, religion or location.
- Each term can be shortened by the school; none is unlimited.
- Nothing decides about a person automatically. The list of who needs attention is for teachers, who decide what to do.

## Risks

${table(
  ['risk', 'measure of the product', 'left to the school'],
  [
    ['a stolen password', 'a second step at sign-in, new sign-ins are listed in the profile, slow replies to guesses', 'which roles need the second step'],
    ['staff look at what they need not', 'rights on every call; who looked is noted and shown to the person; unusual readers are listed', 'to read that list'],
    ['people of another school see it', 'every call is tested with ids of another school', '–'],
    ['a child’s words hurt or shame', 'words are replaced, posts can be hidden, names on the wall can be left out', 'the list of words'],
    ['data is kept too long', 'terms for each class of data; erasure that also applies to restored backups', 'terms, and the age of backups'],
    ['a backup is stolen', 'no passwords in it; tokens of other services are sealed', 'to encrypt backups and disks'],
    ['data reaches others', 'no tracker; connections only by settings; the content policy of pages refuses others', 'to connect only what is needed'],
  ],
)}

## Conclusion

[What remains, what the school does about it, who agreed, when it is looked at again.]

## Terms

${terms(facts)}

## Security

${SECURITY}
`;
}

/** The pages, by file name without its ending. */
export const pages: Readonly<Record<string, (facts: Facts) => string>> = {
  'record-of-processing': writeRecord,
  'schedule-of-data': writeSchedule,
  'new-york-part-121': writeSupplement,
  'data-protection-assessment': writeAssessment,
};
