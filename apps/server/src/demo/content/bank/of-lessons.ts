import type { BankQuestion, BankShelf } from './types.ts';

/** Returns a question that was used in past lessons. */
const asked = (
  author: 'teacher1' | 'teacher2' | 'teacher4',
  [title, ...text]: readonly [title: string, ...text: string[]],
  tags: readonly string[],
  choices: BankQuestion['choices'],
): BankQuestion => ({ title, text, tags, author, state: 'Approved ?', choices });

const circuits: BankShelf = {
  subject: 'Physics',
  cluster: 'Electricity',
  standard: 'PH-4 Circuits as systems',
  ages: 'Ages 14–16',
  questions: [
    asked(
      'teacher1',
      ['A bell and a lamp in one loop', 'A battery, a bell and a lamp stand in one loop. The bell rings. Where is the current largest?'],
      ['current', 'conservation'],
      [
        ['Between the battery and the bell', 'Devices use current up', 0, 'Lets the bell take a part of the current, so that less is left for the lamp.'],
        [
          'Between the bell and the lamp',
          'Current gathers before the lamp',
          0,
          'Thinks of the current as held up in front of the next device, as cars are in front of a narrow road.',
        ],
        ['Between the lamp and the battery', 'Current grows on its way', 0, 'Lets each device add something to what flows.'],
        [
          'It is the same everywhere',
          'Charge is conserved',
          4,
          'In one loop the same charge passes every place in every second. Bell and lamp take energy, not charge.',
        ],
      ],
    ),
    asked(
      'teacher1',
      [
        'A wire cut in half',
        'A piece of wire has a resistance of 8 ohms. It is cut into two halves, and these are twisted together side by side.',
        'What is the resistance from end to end?',
      ],
      ['resistance', 'proportional reasoning'],
      [
        ['8 ohms', 'The same metal resists the same', 0, 'Looks at the amount of metal, which has not changed, and not at its shape.'],
        ['4 ohms', 'Half as long, half the resistance', 2, 'Takes into account that the way is half as long, and forgets that it is twice as wide too.'],
        ['2 ohms', 'Resistance goes with length and area', 4, 'Half the length halves the resistance, and twice the area halves it again.'],
        ['16 ohms', 'Two wires resist twice', 0, 'Adds up the two pieces as if they stood one behind the other.'],
      ],
    ),
    asked(
      'teacher1',
      ['A second lamp in the row', 'A lamp glows at a battery. A second, equal lamp is put **in series** with it. How do the two glow?'],
      ['voltage', 'series circuits'],
      [
        [
          'The first as before, the second dimmer',
          'The first takes what it needs',
          0,
          'Lets the current meet one lamp after the other, and the first one has the first choice.',
        ],
        [
          'Both as bright as the one before',
          'The battery gives to each what it needs',
          0,
          'Gives each lamp the whole voltage, which is true of lamps in parallel.',
        ],
        [
          'Both alike, and dimmer than the one before',
          'The whole loop decides',
          4,
          'Two lamps resist twice as much, so a smaller current flows, and it is the same one in both.',
        ],
        [
          'The second as before, the first dimmer',
          'The last one is nearest to the other pole',
          0,
          'Takes the other pole for the place where the current comes from.',
        ],
      ],
    ),
    asked(
      'teacher1',
      [
        'One more candle on the tree',
        'Sixteen small lamps stand in series at a mains socket. One that is broken is bridged with a wire. How do the other fifteen glow?',
      ],
      ['voltage', 'series circuits'],
      [
        [
          'A little brighter',
          'The whole loop decides',
          4,
          'Fifteen lamps resist less than sixteen, so more current flows, and each has a fifteenth of the voltage.',
        ],
        ['As before', 'Each lamp minds itself', 0, 'Looks at one lamp alone, which nobody has touched.'],
        [
          'Those behind the wire are dark',
          'The current leaves by the wire',
          0,
          'Lets the current go astray at the bridge; there is nowhere else for it to go.',
        ],
        ['A little dimmer', 'One lamp less, less light', 1, 'Sees that the chain as a whole has lost a lamp, and gives the loss to each.'],
      ],
    ),
  ],
};

const masses: BankShelf = {
  subject: 'Chemistry',
  cluster: 'Matter and reactions',
  standard: 'CH-2 Conservation of mass',
  ages: 'Ages 14–16',
  questions: [
    asked(
      'teacher1',
      ['Salt from the sea', '1000 g of sea water with 35 g of salt in it stand in the sun until half of the water is gone. How much salt is in what is left?'],
      ['dissolving', 'mass'],
      [
        ['17.5 g', 'Salt goes with the water', 0, 'Halves everything. The salt does not evaporate; it stays behind.'],
        ['35 g', 'Dissolving keeps the mass', 4, 'Only water has left. All of the salt is in the half that stays, which is why it tastes saltier.'],
        ['70 g', 'Saltier means more salt', 1, 'Takes the stronger taste for more salt; it is the same salt in less water.'],
      ],
    ),
    asked(
      'teacher1',
      [
        'Fizz in a closed bottle',
        'A fizzing tablet is dropped into a bottle of water on scales, and the bottle is closed at once. When the fizzing is over the scales show',
      ],
      ['gases', 'closed systems', 'mass'],
      [
        ['less, since the tablet is gone', 'Dissolved is gone', 0, 'Takes what cannot be seen any longer for gone.'],
        ['less, since gas weighs nothing', 'Gas has no mass', 0, 'Knows that gas is made of the tablet, and gives it no mass. Blow up a ball on a balance.'],
        ['the same', 'A closed system keeps its mass', 4, 'Tablet, water and gas are all still in the bottle, whatever has become of what.'],
        ['more, since the gas presses down', 'Pressure is weight', 0, 'Takes the pressure of the gas for a weight. It presses on all sides alike.'],
      ],
    ),
  ],
};

const moon: BankShelf = {
  subject: 'Earth Science',
  cluster: 'Earth and space',
  standard: 'ES-1 Sun, Earth and seasons',
  ages: 'Ages 12–13',
  questions: [
    asked(
      'teacher4',
      ['The Earth seen from the Moon', 'Somebody stands on the Moon while we have a full moon, and looks for the Earth. How does the Earth look?'],
      ['moon', 'light'],
      [
        ['Full', 'Both look alike', 0, 'Lets the two show the same face to each other. Ask from which side the Sun shines on the Earth then.'],
        [
          'New: its dark side is turned to the Moon',
          'Phases are a matter of where we look from',
          4,
          'At full moon the Sun stands behind the Earth, seen from the Moon, and lights the side turned away.',
        ],
        [
          'It cannot be seen, the Moon has no light',
          'The Moon shines by itself',
          0,
          'Looks for a lamp on the Moon. What decides is which half of the Earth the Sun lights.',
        ],
        ['Half', 'The Earth is always half', 1, 'Half of it is lit at all times, which is true, but the question is how much of that half can be seen.'],
      ],
    ),
  ],
};

const algebra: BankShelf = {
  subject: 'Mathematics',
  cluster: 'Algebra',
  standard: 'MA-7 Equations from situations',
  ages: 'Ages 14–16',
  questions: [
    asked(
      'teacher2',
      ['A chain of equals signs', 'Somebody works out 3 · 5 + 4 and writes: $3 \\cdot 5 = 15 + 4 = 19$. What is wrong?'],
      ['equals sign'],
      [
        ['Nothing, 19 is right', 'Equals means “gives”', 0, 'Reads the sign as “and that gives”, from left to right.'],
        [
          'The first two sides are not worth the same',
          'Both sides are worth the same',
          4,
          'On the left stands $15$, in the middle $19$. Three times five is not nineteen.',
        ],
        ['4 must be added first', 'From the right to the left', 0, 'Looks for a mistake in the order of the steps; the product is rightly taken first.'],
      ],
    ),
    asked(
      'teacher2',
      ['Two walkers', 'In a graph of way against time Ana’s line starts higher, and Ben’s line is steeper. Who is faster?'],
      ['graphs', 'slope'],
      [
        ['Ana, her line is higher', 'Higher is faster', 0, 'Reads the height of the line as the speed. It says where she is, not how fast.'],
        ['Ben, his line is steeper', 'Slope is the rate', 4, 'In the same time his way grows by more.'],
        [
          'Both alike once the lines cross',
          'Crossing means the same speed',
          0,
          'At the crossing they are at the same place, and still walk at different speeds.',
        ],
        ['It cannot be told without numbers', 'Only numbers compare', 1, 'Wants values. Which of two lines in one graph is steeper can be seen.'],
      ],
    ),
    asked(
      'teacher2',
      [
        'Two tanks run empty',
        'Two lines show the water in two tanks. A falls from 80 to 0 litres in 10 minutes, B from 60 to 0 in 5. From which does the water run faster?',
      ],
      ['graphs', 'slope'],
      [
        ['From A: there is more in it', 'Higher is faster', 0, 'Compares how much there is, not how fast it becomes less.'],
        ['From A: it runs for longer', 'Longer is more', 0, 'Compares how long it takes. The longer time makes it slower.'],
        ['From B: 12 litres a minute', 'Slope is the rate', 4, 'B loses 12 litres in each minute, A only 8.'],
        ['Both alike: both end at 0', 'The end decides', 0, 'Looks at where the lines end, and not at how they get there.'],
      ],
    ),
    asked(
      'teacher2',
      ['A square with longer sides', 'The side of a square grows from $a$ to $a + 3$. Its area grows by'],
      ['expanding', 'area'],
      [
        ['9', 'Squaring can be done piece by piece', 0, 'Squares each part by itself. Draw it: two strips are missing.'],
        ['3a', 'One side grows', 1, 'Adds one strip of the width 3, and forgets the other side and the corner.'],
        ['6a', 'Two strips', 2, 'Adds a strip at two sides and leaves a hole in the corner.'],
        ['6a + 9', 'Two strips and a corner', 4, 'Two strips of $3a$ and the corner of $9$ between them.'],
      ],
    ),
    asked(
      'teacher2',
      ['Ninety-nine times ninety-nine', 'Which of these is 99 · 99?'],
      ['expanding', 'numbers'],
      [
        ['10000 − 1', 'Squaring can be done piece by piece', 0, 'Squares 100 and 1, and leaves out what lies between.'],
        ['10000 − 200 + 1', 'Two strips and a corner', 4, 'Two strips of 100 are cut away, and the corner that was cut twice comes back.'],
        ['10000 − 100', 'One side shrinks', 1, 'Cuts one strip only: that is 99 · 100.'],
        ['10000 − 200', 'Two strips', 2, 'Cuts the corner twice and does not give it back.'],
      ],
    ),
    asked(
      'teacher2',
      ['From 40 to 50', 'A ticket rises from 40 to 50. By how many percent?'],
      ['percent', 'change'],
      [
        ['10 %', 'A difference is a percentage', 0, 'Takes the difference of the two prices for a percentage.'],
        ['20 %', 'Percent of the new price', 1, 'Compares the 10 with the 50, which is where it ends.'],
        ['25 %', 'Percent of what it was', 4, 'The change is 10 out of the 40 that it cost before.'],
        ['80 %', 'The smaller in the larger', 0, 'Works out what share the old price is of the new one.'],
      ],
    ),
    asked(
      'teacher2',
      ['And back to 40', 'Later the ticket falls from 50 back to 40. By how many percent?'],
      ['percent', 'change'],
      [
        ['25 %, as it has risen', 'Up and down are alike', 0, 'Turns the change round, with the same percentage. But it is another whole by now.'],
        ['20 %', 'Percent of what it was', 4, 'The change is 10 out of the 50 that it cost before.'],
        ['10 %', 'A difference is a percentage', 0, 'Takes the difference of the two prices for a percentage.'],
        ['It cannot be 40 again', 'Percent never comes back', 0, 'Carries over that equal percentages up and down do not cancel.'],
      ],
    ),
  ],
};

const numbers: BankShelf = {
  subject: 'Mathematics',
  cluster: 'Numbers',
  standard: 'MA-1 Decimal place value',
  ages: 'Ages 10–11',
  questions: [
    asked(
      'teacher2',
      ['The smallest number above zero', 'Which is the smallest number that is larger than 0?'],
      ['decimals', 'number line'],
      [
        ['1', 'Only whole numbers count', 0, 'Counts, and does not look between the whole numbers.'],
        ['0.1', 'The first decimal', 0, 'Takes tenths for the smallest parts.'],
        ['0.0001', 'Many zeros are the end', 1, 'Has seen that it goes on, and stops somewhere.'],
        ['There is none', 'Every gap can be divided', 4, 'Half of any such number is smaller, and still larger than 0.'],
      ],
    ),
  ],
};

export const ofLessons: readonly BankShelf[] = [circuits, masses, moon, algebra, numbers];
