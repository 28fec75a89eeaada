import type { DemoAssessment } from '../types.ts';
import { figure, p } from '../write.ts';

export const seasons: DemoAssessment = {
  title: 'What makes the seasons',
  classKey: 'science10',
  subject: 'Earth Science',
  cluster: 'Earth and space',
  standard: 'ES-1 Sun, Earth and seasons',
  ages: 'Ages 12–13',
  topic: 'Earth and space',
  schoolDay: 7,
  period: 'Period 4',
  about:
    'Why is it cold in winter? Almost everybody has an answer, and not all of them can be right. We test ours with the Earth, and then with a planet that does not exist.',
  first: {
    title: 'Nearest to the Sun in January',
    tags: ['seasons', 'axial tilt', 'light and angle'],
    description: [
      p('In early January the Earth is at its **nearest** to the Sun: 147 million km. In early July it is at its farthest: 152 million km.'),
      figure('januaryEarth'),
      p('Why is it winter in the northern half of the Earth in January all the same?'),
    ],
    responses: [
      {
        title: 'The northern half leans away and is therefore farther from the Sun',
        idea: 'Tilt changes the distance',
        points: 1,
        reasoning: [
          p(
            'Brings in the tilt and draws the wrong conclusion from it. The tilt makes a difference of about 5,000 km between the poles, out of 147 million km. In July the whole Earth is 5 million km farther away, and the north has summer.',
          ),
        ],
      },
      {
        title: 'The ground and the sea need half a year to warm up',
        idea: 'The heat comes late',
        points: 0,
        reasoning: [
          p(
            'There is a delay, but of weeks: the coldest and warmest days come about a month after the lowest and highest Sun. A delay of half a year would have to hold in the southern half as well, and there January is warm.',
          ),
        ],
      },
      {
        title: 'The Sun shines on it at a low angle and for fewer hours a day',
        idea: 'Tilt and distance, each for itself',
        points: 4,
        isValid: true,
        reasoning: [
          p(
            'At 50° north the noon Sun stands about 17° high in early January, and about 63° in early July. The same light is spread over three times the area, and the day lasts about 8 hours instead of 16.',
          ),
        ],
      },
      {
        title: 'Snow and clouds keep the warmth of the Sun away from it',
        idea: 'Effect taken for cause',
        points: 0,
        reasoning: [
          p(
            'Snow does throw light back and makes cold places colder. But it lies there because it is winter; it explains neither the first cold day nor the mild winters without snow.',
          ),
        ],
      },
      {
        title: 'The Earth moves fastest then, so the north has too little time to warm up',
        idea: 'Speed makes the difference',
        points: 0,
        reasoning: [
          p(
            'It is true that the Earth moves fastest when it is nearest. The northern winter half of the year is about a week shorter for that; but in each hour the whole Earth then receives more light, not less.',
          ),
        ],
      },
    ],
  },
  transfer: {
    title: 'A planet without tilt',
    tags: ['seasons', 'axial tilt', 'orbits'],
    description: [
      p(
        'A planet moves round its star on a stretched orbit: at its farthest it is **twice** as far from the star as at its nearest. Its axis is **not** tilted.',
      ),
      figure('orbit'),
      p('What are the seasons like on this planet?'),
    ],
    responses: [
      {
        title: 'There are none',
        idea: 'Only tilt makes seasons',
        points: 1,
        reasoning: [p('Has learned that tilt makes the seasons, which is so for the Earth, where the distance hardly changes. Here it doubles.')],
      },
      {
        title: 'The whole planet has summer at once, and winter at once',
        idea: 'Tilt and distance, each for itself',
        points: 4,
        isValid: true,
        reasoning: [
          p(
            'Without tilt both halves get light at the same angle, and day and night are equally long all year. What changes is the distance, for both halves alike: at the nearest point the light is four times as strong as at the farthest.',
          ),
        ],
      },
      {
        title: 'When it is summer in the north, it is winter in the south',
        idea: 'Seasons are always opposite',
        points: 0,
        reasoning: [
          p('Carries the Earth’s pattern over. It is the tilt that gives the two halves of the Earth their turns; a planet without tilt treats both alike.'),
        ],
      },
      {
        title: 'Only the places near the equator have seasons',
        idea: 'The equator is nearest',
        points: 0,
        reasoning: [
          p(
            'Counts the equator’s bulge towards the star, a few thousand kilometres out of many million. The distance of the whole planet changes, and all of its places feel it.',
          ),
        ],
      },
    ],
  },
};
