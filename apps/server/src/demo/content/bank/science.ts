import type { BankShelf } from './types.ts';

export const electricity: BankShelf = {
  subject: 'Physics',
  cluster: 'Electricity',
  standard: 'PH-4 Circuits as systems',
  ages: 'Ages 14–16',
  questions: [
    {
      title: 'One lamp unscrewed',
      text: ['Two lamps are connected **in parallel** to a battery. One of them is unscrewed.', 'What happens to the other?'],
      tags: ['current', 'parallel circuits'],
      author: 'teacher1',
      state: 'Public',
      ratings: { teacher2: 4.5, teacher3: 5, student4: 4, student9: 4.5 },
      choices: [
        [
          'It goes out',
          'A circuit is one loop',
          0,
          'Sees every circuit as a single loop that is now interrupted; overlooks that each lamp has a path of its own.',
        ],
        [
          'It gets brighter',
          'Current is shared out',
          0,
          'Gives the remaining lamp the share of the one that is gone, as if the battery delivered a fixed amount.',
        ],
        [
          'It glows as before',
          'Each branch has the full voltage',
          4,
          'The voltage across the branch is that of the battery before and after, and so is the current in it.',
        ],
        [
          'It gets dimmer',
          'Fewer paths, less current',
          1,
          'Sees rightly that less current leaves the battery, but takes this for the current in the remaining branch.',
        ],
      ],
    },
    {
      title: 'The lamp and the kettle',
      text: [
        'A lamp and a kettle are plugged into the same double socket. The lamp is on. Now the kettle is switched on as well. The wires to the socket have practically no resistance.',
        'What happens to the current **through the lamp**?',
      ],
      tags: ['current', 'parallel circuits'],
      author: 'teacher1',
      state: 'Public',
      ratings: { teacher3: 4.5, student20: 5 },
      choices: [
        [
          'It gets smaller: the kettle takes most of it',
          'Current is shared out',
          0,
          'Takes the socket for a source of fixed current, of which the stronger device gets the larger share.',
        ],
        [
          'It stays the same',
          'Each branch has the full voltage',
          4,
          'The voltage at the socket is that of the mains before and after, and so is the current in the lamp. The kettle has a current of its own, which the supply delivers besides.',
        ],
        [
          'It gets larger: more current comes out of the socket',
          'More paths, more current everywhere',
          1,
          'Sees rightly that the supply delivers more, but lets the increase flow through the lamp too.',
        ],
        ['It stops while the kettle heats', 'The stronger device wins', 0, 'Lets all of the current take the easiest path, as if the other were closed to it.'],
      ],
    },
    {
      title: 'Where the current is used up',
      text: ['A battery, an ammeter $A_1$, a lamp and an ammeter $A_2$ stand in one loop, in this order.', 'Which reads more?'],
      tags: ['current', 'conservation'],
      author: 'teacher3',
      state: 'Public',
      ratings: { teacher1: 5, teacher4: 4.5, student12: 5 },
      choices: [
        [
          'Both read the same',
          'Charge is conserved',
          4,
          'Charge is neither made nor lost in the lamp: what flows in flows out. Energy is what the lamp takes from the circuit.',
        ],
        ['$A_1$, before the lamp', 'Lamps use current up', 0, 'Lets the lamp consume a part of the current, as if current were a fuel that is burnt in it.'],
        [
          '$A_2$, after the lamp',
          'Current builds up behind the lamp',
          0,
          'Thinks of the lamp as an obstacle behind which the flow becomes faster, like water behind a narrow place.',
        ],
      ],
    },
    {
      title: 'A thicker wire',
      text: ['A long thin copper wire is replaced by one of the same length that is twice as thick (twice the diameter).', 'What happens to its resistance?'],
      tags: ['resistance', 'proportional reasoning'],
      author: 'teacher1',
      state: 'Send To Admin',
      ratings: { teacher3: 3.5 },
      choices: [
        [
          'It is halved',
          'Resistance goes with the diameter',
          1,
          'Knows that a thicker wire resists less, and takes the diameter in place of the area of the cross-section.',
        ],
        [
          'It is a quarter',
          'Resistance goes with the area',
          4,
          'Twice the diameter is four times the area, and the resistance is inversely proportional to the area.',
        ],
        ['It doubles', 'More material resists more', 0, 'Reasons that there is more copper in the way of the current; true of length, not of thickness.'],
        [
          'It stays the same',
          'Only the material counts',
          0,
          'Mixes up the resistance of a wire with the resistivity of copper, which does not depend on its shape.',
        ],
      ],
    },
    {
      title: 'Two batteries side by side',
      text: ['A lamp is connected to one battery. A second, equal battery is now connected **in parallel** to the first.', 'How does the lamp glow?'],
      tags: ['voltage', 'parallel circuits'],
      author: 'student3',
      state: 'Approved ?',
      ratings: { student7: 4, teacher1: 3.5 },
      choices: [
        [
          'Twice as bright',
          'Two batteries give twice as much',
          0,
          'Adds up what the batteries give, as they would in series; in parallel the voltage stays that of one.',
        ],
        [
          'Just as bright, but for longer',
          'Same voltage, more energy in store',
          4,
          'In parallel the voltage is that of one battery; each delivers half of the current, so they last longer.',
        ],
        ['Dimmer', 'The batteries work against each other', 0, 'Expects the second battery to push back against the first, since it is connected beside it.'],
      ],
    },
    {
      title: 'A bird on a power line',
      text: ['A bird sits with both feet on one uninsulated power line. Why is it not harmed?'],
      tags: ['voltage', 'safety'],
      author: 'student11',
      state: 'Not Approved',
      choices: [
        [
          'Its feet insulate it',
          'Skin stops the current',
          0,
          'Explains it by the material of the feet; wet feet would not change much, since there is hardly a voltage between them.',
        ],
        [
          'There is hardly a voltage between its feet',
          'Voltage lies between two places',
          4,
          'The piece of line between the feet has very little resistance, so the voltage along it is tiny and no current worth mentioning flows through the bird.',
        ],
        [
          'The current flows only inside the wire',
          'Current needs a tube',
          1,
          'Thinks that current cannot leave the metal at all. It takes the way of least resistance, which here is the wire.',
        ],
      ],
    },
  ],
};

export const matter: BankShelf = {
  subject: 'Chemistry',
  cluster: 'Matter and reactions',
  standard: 'CH-2 Conservation of mass',
  ages: 'Ages 14–16',
  questions: [
    {
      title: 'Sugar in water',
      text: ['50 g of sugar dissolve completely in 200 g of water. What does the solution weigh?'],
      tags: ['dissolving', 'mass'],
      author: 'teacher2',
      state: 'Public',
      ratings: { teacher1: 4, student2: 3.5, student5: 4 },
      choices: [
        [
          '250 g',
          'Dissolving keeps the mass',
          4,
          'Nothing left the beaker and nothing came in. The sugar is between the particles of the water, and all of it is still there.',
        ],
        ['200 g', 'Dissolved is gone', 0, 'Takes what cannot be seen any longer for gone; its taste shows that it is there.'],
        [
          'A little more than 200 g',
          'Dissolved matter becomes light',
          1,
          'Feels that something of the sugar must be left, but that a dissolved substance weighs less than a solid one.',
        ],
        ['A little less than 250 g', 'Volume shrinks, so does mass', 2, 'Knows that the volumes do not add up exactly, and carries this over to the mass.'],
      ],
    },
    {
      title: 'A candle under a glass on scales',
      text: ['A burning candle stands under a closed glass on a balance. It goes out after some time. What did the balance show meanwhile?'],
      tags: ['burning', 'closed systems', 'mass'],
      author: 'teacher2',
      state: 'Approved ?',
      ratings: { teacher4: 4.5 },
      choices: [
        [
          'Less and less',
          'Burning destroys matter',
          0,
          'The wax is used up, so something seems to have vanished. It has become carbon dioxide and steam, which cannot leave the glass.',
        ],
        ['More and more', 'Soot and gas are added', 0, 'Adds the gases that form and forgets that the wax and the oxygen they are made of are gone in return.'],
        [
          'Always the same',
          'A closed system keeps its mass',
          4,
          'All gases stay under the glass. Whatever the particles are combined to, they are the same particles.',
        ],
      ],
    },
    {
      title: 'What the bubbles are',
      text: ['Water boils in an open pot. What is inside the large bubbles that rise from its bottom?'],
      tags: ['states of matter', 'particles'],
      author: 'student6',
      state: 'Not Approved',
      ratings: { student8: 3 },
      choices: [
        ['Air', 'Bubbles are air', 1, 'Knows bubbles of air from lemonade and bathtubs. The first tiny ones are air indeed, but not those of boiling.'],
        ['Hydrogen and oxygen', 'Boiling takes water apart', 0, 'Takes boiling for a reaction. It needs far more energy than boiling to split water.'],
        ['Steam', 'Boiling is a change of state', 4, 'At the bottom water turns into its own gas; the particles are the same, farther apart.'],
        ['Nothing at all', 'Bubbles are empty', 0, 'Takes the bubble for a hole. An empty one would be pressed together at once by the water around it.'],
      ],
    },
    {
      title: 'Rust on the scales',
      text: ['An iron nail rusts completely in moist air. Compared to the nail, the rust weighs'],
      tags: ['oxidation', 'mass'],
      author: 'teacher2',
      state: 'draft',
      choices: [
        ['less', 'Rust is rotten iron', 0, 'Sees that rust crumbles and takes decay for loss of matter.'],
        ['more', 'Oxygen has come to it', 4, 'Rust is iron together with oxygen (and water) out of the air, so it weighs more than the iron alone.'],
      ],
    },
  ],
};

export const evolution: BankShelf = {
  subject: 'Biology',
  cluster: 'Inheritance and evolution',
  standard: 'BI-6 Natural selection',
  ages: 'Ages 14–16',
  questions: [
    {
      title: 'Resistant bacteria',
      text: ['A patient takes an antibiotic. Some weeks later most of the bacteria withstand it. How did that come about?'],
      tags: ['selection', 'variation', 'medicine'],
      author: 'teacher3',
      state: 'Public',
      ratings: { teacher1: 5, teacher2: 5, student1: 4.5, student14: 5, student20: 5 },
      choices: [
        [
          'The bacteria got used to it',
          'Individuals adapt',
          0,
          'Carries over how people get used to things. A single bacterium does not become resistant by being exposed.',
        ],
        [
          'They developed resistance because they needed it',
          'Need makes change',
          0,
          'Makes the need the cause of the change. Mutations do not come because they would be useful.',
        ],
        [
          'A few could withstand it already, and they multiplied',
          'Selection works on what varies',
          4,
          'There was variation before the antibiotic came. It removed the others, and the survivors passed their resistance on.',
        ],
        [
          'The antibiotic changed their genes',
          'The environment writes into genes',
          1,
          'Knows that resistance lies in genes, but lets the antibiotic make the change instead of choosing among changes.',
        ],
      ],
    },
    {
      title: 'The long neck',
      text: ['Why do giraffes have long necks? Choose what a biologist would say.'],
      tags: ['selection', 'inheritance'],
      author: 'teacher3',
      state: 'Send To Admin',
      ratings: { teacher2: 2.5, student6: 3 },
      choices: [
        [
          'Those with longer necks had more offspring, again and again',
          'Differences in offspring',
          4,
          'Necks varied, part of that was inherited, and those who had longer ones left more descendants.',
        ],
        [
          'By stretching for leaves their necks grew longer',
          'What is acquired is inherited',
          0,
          'What an animal acquires in its life is not passed on to its young; its genes stay as they were.',
        ],
        ['So that they can reach high leaves', 'Purpose is a cause', 1, 'Names what the neck is good for, and takes that for the reason why it came to be.'],
      ],
    },
    {
      title: 'Survival of the fittest',
      text: ['In biology, the _fittest_ of these four lions is the one that'],
      tags: ['fitness', 'selection'],
      author: 'student15',
      state: 'Approved ?',
      ratings: { teacher3: 4 },
      choices: [
        [
          'is the strongest and wins every fight',
          'Fit means strong',
          0,
          'Takes the word from sports. Strength helps only as far as it leads to more surviving young.',
        ],
        ['lives longest', 'Fit means long-lived', 1, 'A long life helps to have young, but one without any passes nothing on.'],
        [
          'leaves most young that grow up',
          'Fitness counts descendants',
          4,
          'Fitness is measured by what is passed on: how many young reach the age at which they have young themselves.',
        ],
        ['is the fastest hunter', 'Fit means fast', 0, 'Picks the ability that seems most useful, and does not look at what is passed on.'],
      ],
    },
    {
      title: 'Moths on dark trees',
      text: ['Soot made the bark of trees dark, and after some decades most moths were dark. A single light moth, put on a dark tree, will'],
      tags: ['populations', 'selection'],
      author: 'teacher1',
      state: 'Approved ?',
      choices: [
        ['slowly become darker', 'Individuals adapt', 0, 'Lets the moth do what the population did. A moth keeps its colour all its life.'],
        [
          'stay light, and probably be eaten sooner',
          'Populations change, individuals are chosen',
          4,
          'The colour of one moth is fixed; which moths survive and lay eggs changes the shares of the colours.',
        ],
        [
          'lay eggs from which dark moths come',
          'Parents choose for their young',
          0,
          'Lets the parent pass on what the young will need. It passes on its own genes, those of a light moth.',
        ],
      ],
    },
  ],
};

export const earth: BankShelf = {
  subject: 'Earth Science',
  cluster: 'Earth and space',
  standard: 'ES-1 Sun, Earth and seasons',
  ages: 'Ages 12–13',
  questions: [
    {
      title: 'Phases of the Moon',
      text: ['Why do we see a half moon about a week after new moon?'],
      tags: ['moon', 'light'],
      author: 'teacher4',
      state: 'Public',
      ratings: { teacher1: 4, teacher3: 4.5, student22: 3.5 },
      choices: [
        [
          'The shadow of the Earth covers half of it',
          'Phases are shadows',
          0,
          'Explains phases as small eclipses. The Earth’s shadow lies on the far side, and the Moon meets it rarely.',
        ],
        [
          'We see half of its lit half',
          'Phases are a matter of where we look from',
          4,
          'The Sun always lights one half of the Moon. From where we are we then see that half from the side.',
        ],
        ['Clouds hide the rest', 'Weather hides it', 0, 'Looks for something in the way. The dark half is often faintly visible in a clear sky.'],
        ['Half of it has turned dark', 'The Moon shines by itself', 0, 'Thinks of the Moon as a lamp that goes on and off; it only sends sunlight on.'],
      ],
    },
    {
      title: 'Noon at the equator',
      text: ['How long is the day at the equator in June, compared with December?'],
      tags: ['seasons', 'daylight'],
      author: 'teacher4',
      state: 'Not Approved',
      choices: [
        ['Longer in June', 'Summer is June everywhere', 0, 'Carries the seasons of the north over to the whole Earth.'],
        [
          'About the same',
          'The equator is halved by light and dark at all times',
          4,
          'Whatever the tilt, the edge between day and night cuts the equator into two halves.',
        ],
        ['Longer in December', 'The equator belongs to the south', 0, 'Knows that the south has summer in December, and counts the equator among it.'],
      ],
    },
    {
      title: 'Stars by day',
      text: ['Where are the stars at noon?'],
      tags: ['sky', 'light'],
      author: 'student30',
      state: 'Not Approved',
      ratings: { teacher4: 3, student28: 4.5 },
      choices: [
        ['On the other side of the Earth', 'Stars come out at night', 0, 'Lets the stars move round to the night side with the dark.'],
        [
          'In the sky, outshone by the scattered light of the Sun',
          'Stars are there all the time',
          4,
          'Air scatters sunlight so much that the faint light of the stars cannot be told apart from it.',
        ],
        ['Behind the Sun', 'The Sun hides them', 1, 'True of a few of them. Most stand elsewhere in the sky, and are outshone.'],
      ],
    },
  ],
};
