import type { BankShelf } from './types.ts';

export const decimals: BankShelf = {
  subject: 'Mathematics',
  cluster: 'Numbers',
  standard: 'MA-1 Decimal place value',
  ages: 'Ages 10–11',
  questions: [
    {
      title: 'Times ten',
      text: ['What is $3.4 \\times 10$?'],
      tags: ['decimals', 'multiplication'],
      author: 'teacher2',
      state: 'Public',
      ratings: { teacher1: 3.5, student33: 4, student40: 3 },
      choices: [
        ['$3.40$', 'Times ten adds a zero', 0, 'Carries a rule over from whole numbers. At the end of a decimal a zero changes nothing.'],
        ['$34$', 'Every digit moves up one place', 4, 'Ones become tens and tenths become ones: each digit is worth ten times as much.'],
        ['$30.4$', 'Only the whole part is multiplied', 1, 'Multiplies the $3$ and leaves the tenths where they are, as if the point divided two numbers.'],
        ['$30.40$', 'Both parts get a zero', 0, 'Adds a zero to what stands before the point and to what stands behind it.'],
      ],
    },
    {
      title: 'Between two decimals',
      text: ['How many numbers lie between $0.4$ and $0.5$?'],
      tags: ['decimals', 'number line'],
      author: 'teacher2',
      state: 'Send To Admin',
      ratings: { teacher1: 5, teacher3: 4.5 },
      choices: [
        ['None', 'Decimals follow one another like whole numbers', 0, 'Takes $0.5$ for the number that comes next, since $5$ comes after $4$.'],
        ['Nine', 'There are only hundredths', 2, 'Finds $0.41$ to $0.49$ and stops there, although each gap can be divided once more.'],
        ['As many as you like', 'Every gap can be divided', 4, 'Between any two there is another one: $0.45$, $0.451$, $0.4501$ and so on.'],
        ['One', 'There is a middle', 1, 'Finds $0.45$ and takes it for the only one.'],
      ],
    },
    {
      title: 'Smaller by dividing?',
      text: ['$6 \\div 0.5$ is'],
      tags: ['decimals', 'division'],
      author: 'student35',
      state: 'Approved ?',
      choices: [
        ['$3$', 'Dividing makes smaller', 0, 'Halves the $6$. Dividing by a half asks how many halves there are in it.'],
        ['$12$', 'How often it goes in', 4, 'A half goes twice into each one, so twelve times into six.'],
        ['$0.3$', 'The points are taken together', 0, 'Works with $6$ and $5$ and then puts a point somewhere.'],
      ],
    },
    {
      title: 'A price on a label',
      text: ['Apples cost 2.5 euros a kilo. How is that price written?'],
      tags: ['decimals', 'money'],
      author: 'student41',
      state: 'draft',
      choices: [
        ['2.05 €', 'Cents are what stands after the point', 0, 'Reads the 5 after the point as five cents.'],
        ['2.50 €', 'A zero at the end changes nothing', 4, 'Five tenths of a euro are fifty cents.'],
      ],
    },
  ],
};

export const equations: BankShelf = {
  subject: 'Mathematics',
  cluster: 'Algebra',
  standard: 'MA-7 Equations from situations',
  ages: 'Ages 14–16',
  questions: [
    {
      title: 'A jacket on sale',
      text: ['A jacket is first made 20 % dearer and then 20 % cheaper. Compared with its first price $p$ it now costs'],
      tags: ['percent', 'change'],
      author: 'teacher2',
      state: 'Public',
      ratings: { teacher1: 4.5, teacher4: 4, student10: 4.5, student13: 4 },
      choices: [
        ['the same', 'Up and down cancel', 0, 'Adds and takes away the same percentage, without asking of what.'],
        ['a little less', 'Percent of another whole', 4, 'The second 20 % are of the higher price: $1.2 \\cdot 0.8\\,p = 0.96\\,p$.'],
        ['a little more', 'The first change counts more', 0, 'Lets the increase win because it came first.'],
        ['40 % less', 'Percentages are added up', 0, 'Adds the two numbers without regard to their direction.'],
      ],
    },
    {
      title: 'A tank that is emptied and filled',
      text: ['The water in a full tank falls by $50\\,\\%$. Then it rises by $50\\,\\%$. Now the tank is'],
      tags: ['percent', 'change'],
      author: 'teacher2',
      state: 'Public',
      ratings: { teacher1: 4.5, student20: 4.5 },
      choices: [
        ['full again', 'Up and down cancel', 0, 'Adds and takes away the same percentage, without asking of what.'],
        ['three quarters full', 'Percent of another whole', 4, 'The second $50\\,\\%$ are of the half that is left: $\\tfrac{1}{2} + \\tfrac{1}{4}$.'],
        ['half full', 'Only the first change counts', 0, 'Takes the first half away and loses sight of the second step.'],
        ['a quarter full', 'Both changes take away', 0, 'Takes half of the half, as if the water had fallen twice.'],
      ],
    },
    {
      title: 'The equals sign',
      text: ['Which number belongs into the box? $8 + 4 = \\square + 5$'],
      tags: ['equations', 'equals sign'],
      author: 'teacher1',
      state: 'Approved ?',
      ratings: { teacher2: 5, student16: 2.5 },
      choices: [
        ['$12$', 'Equals means “gives”', 0, 'Writes down what the left side gives, and does not look at what follows.'],
        ['$7$', 'Both sides are worth the same', 4, 'The left side is worth $12$, so the right side must be too: $7 + 5$.'],
        ['$17$', 'Everything is added', 0, 'Adds all the numbers that stand there.'],
      ],
    },
    {
      title: 'Squares and sums',
      text: ['For which numbers is $(a+b)^2 = a^2 + b^2$ true?'],
      tags: ['expanding', 'algebra'],
      author: 'student21',
      state: 'Not Approved',
      ratings: { student24: 5, student25: 4.5 },
      choices: [
        ['For all', 'Squaring can be done piece by piece', 0, 'Squares each term by itself and loses $2ab$.'],
        ['For none', 'The rule is wrong, so it never holds', 1, 'Knows that the rule is wrong in general, and concludes that it fails everywhere.'],
        ['If at least one of them is 0', 'The missing term is 2ab', 4, 'The two sides differ by $2ab$, and that is $0$ exactly when $a$ or $b$ is.'],
      ],
    },
  ],
};

export const programs: BankShelf = {
  subject: 'Computer Science',
  cluster: 'Programs and data',
  standard: 'CS-5 Values, names and references',
  ages: 'Ages 16–18',
  questions: [
    {
      title: 'Swapping two values',
      text: ['After `a = b` and then `b = a`, starting with `a` = 1 and `b` = 2, what are `a` and `b`?'],
      tags: ['variables', 'assignment'],
      author: 'teacher3',
      state: 'Public',
      ratings: { teacher1: 4.5, student95: 4, student97: 4.5 },
      choices: [
        ['2 and 1', 'Both happen at once', 0, 'Reads the two lines as one swap. The first has overwritten what the second would need.'],
        ['2 and 2', 'Lines run one after the other', 4, 'After the first line both are 2; the second writes 2 to `b` once more.'],
        ['1 and 2', 'Assignment links names', 0, 'Takes the lines for statements about the two names that end up saying nothing.'],
        ['1 and 1', 'The value goes to the right', 0, 'Reads the assignment from left to right.'],
      ],
    },
    {
      title: 'Is it the same list?',
      text: ['`a = [1, 2]` and `b = [1, 2]`. Which is true?'],
      tags: ['references', 'equality'],
      author: 'teacher3',
      state: 'Approved ?',
      ratings: { student93: 3.5 },
      choices: [
        [
          'They are equal, and one object',
          'Equal means the same',
          0,
          'Concludes from equal contents that there is one list; changing one would then change the other.',
        ],
        [
          'They are equal, but two objects',
          'Equality and identity differ',
          4,
          'Each pair of brackets makes a list of its own; comparing them looks at what they hold.',
        ],
        ['They are not equal', 'Different names, different values', 0, 'Takes the names for a part of the values.'],
      ],
    },
    {
      title: 'A text that changes',
      text: ['`s = "cat"`, then `t = s`, then `s = s + "s"`. What is `t`?'],
      tags: ['references', 'strings'],
      author: 'student99',
      state: 'Send To Admin',
      ratings: { teacher3: 4.5, student101: 4 },
      choices: [
        [
          'cats',
          'Names stay tied together',
          0,
          'Carries over what happens to lists that are changed in place. A text is never changed; the name gets a new one.',
        ],
        ['cat', 'A new text, an old name', 4, 'Adding makes a new text, and only `s` stands for it; `t` still stands for the first.'],
        ['It is an error', 'A name cannot stand on both sides', 0, 'Reads the assignment as an equation that has no solution.'],
      ],
    },
  ],
};

export const sources: BankShelf = {
  subject: 'History',
  cluster: 'Sources and evidence',
  standard: 'HI-3 Using sources as evidence',
  ages: 'Ages 12–13',
  questions: [
    {
      title: 'A diary and a statistic',
      text: ['You want to know what hunger in a besieged town **felt like**. Which source helps most?'],
      tags: ['sources', 'perspective'],
      author: 'teacher4',
      state: 'Public',
      ratings: { teacher1: 4, teacher2: 4, student65: 3.5, student70: 4.5 },
      choices: [
        [
          'The diary of a baker’s apprentice',
          'A source is judged by the question',
          4,
          'The question asks for experience. The diary is one person’s, and that is what makes it useful here.',
        ],
        ['The town’s grain records', 'Numbers are objective', 1, 'Would answer how much there was to eat. They are silent about what it felt like.'],
        ['A history book of today', 'Newer is better', 0, 'Prefers what is finished and careful; it stands on sources like the other ones.'],
        ['The order of the commander', 'The powerful know best', 0, 'Takes the highest rank for the best witness. The order says what ought to be done.'],
      ],
    },
    {
      title: 'A biased letter',
      text: ['A factory owner writes in 1843 that the children in his mill are “cheerful and well fed”. The letter is'],
      tags: ['bias', 'sources', 'industry'],
      author: 'teacher4',
      state: 'Send To Admin',
      ratings: { teacher2: 4.5 },
      choices: [
        [
          'useless, since he is biased',
          'Biased sources are worthless',
          0,
          'Throws away what the letter shows well: what an owner wanted others to believe, and that he felt accused.',
        ],
        ['true, since he was there', 'Witnesses tell the truth', 0, 'Takes being there for being reliable, without asking what he gained by saying so.'],
        ['useful for how owners defended themselves', 'Bias is evidence too', 4, 'For that question his interest is no fault: it is what we want to know.'],
      ],
    },
    {
      title: 'Two witnesses',
      text: ['Two witnesses describe the same riot differently. What follows?'],
      tags: ['sources', 'perspective'],
      author: 'student72',
      state: 'Not Approved',
      ratings: { student66: 3 },
      choices: [
        [
          'One of them lies',
          'There is one true account',
          0,
          'Overlooks that two people stand in different places, know different things and mind different things.',
        ],
        ['Nothing can be known', 'History is opinion', 0, 'Gives up where the work begins: comparing them with each other and with other traces.'],
        [
          'Ask where each stood and what each cared about',
          'Differences are clues',
          4,
          'What they agree on is likely, and where they differ tells something about each of them.',
        ],
      ],
    },
    {
      title: 'Primary or secondary?',
      text: ['A painting of 1890 shows a battle of 1690. As a source about 1690 it is', 'And about 1890?'],
      tags: ['sources'],
      author: 'teacher4',
      state: 'draft',
      choices: [
        ['primary', 'Old means primary', 0, 'Takes age for closeness to the event.'],
        ['secondary', 'It depends on the question', 4, 'The painter was not there. About how 1890 looked back at that battle it is primary.'],
      ],
    },
  ],
};
