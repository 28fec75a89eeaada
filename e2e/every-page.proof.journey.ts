import { patienceMs, useClassroom, walkEveryPage } from './every-page-walk.ts';
import { journey } from './harness/index.ts';

const classroom = useClassroom();

for (const name of ['teacher', 'student'] as const) {
  journey(
    `[B1750] [B1980] every page of the product is opened once by: ${name}, wide and on a phone, and shows no error, no hole, no failed call and no barrier; nothing on it moves after it is drawn`,
    (there) => walkEveryPage(name, there),
    patienceMs,
    classroom,
  );
}
