import type { DemoClasswork } from '../types.ts';
import { formula, list, p, steps } from '../write.ts';

export const science10: DemoClasswork = {
  classKey: 'science10',
  categories: [
    { name: 'Practical work', point: 40 },
    { name: 'Questions', point: 35 },
    { name: 'Quizzes', point: 25 },
  ],
  works: [
    {
      title: 'What happens to the current in a branching circuit?',
      kind: 'QUESTION',
      workType: 'SHORT_ANSWER_QUESTION',
      topic: 'Electric circuits',
      category: 'Questions',
      points: 10,
      postedDay: -19,
      dueDay: -16,
      dueTime: '18:00',
      stage: 'returned',
      instructions: [
        p('A battery, a switch and two equal bulbs side by side. Both bulbs shine. Then one of them is unscrewed.'),
        p('In three or four sentences: what happens to **the other bulb**, and what happens to the current **through the battery**? Say how you know.'),
      ],
      answers: [
        {
          text: 'The other bulb stays just as bright, because it is still connected straight across the battery and the voltage across it has not changed. The current through the battery gets smaller, about half, because before it had to feed two paths and now there is only one.',
          grade: 10,
          message: 'Both halves right, and each with its reason. Try it with three bulbs: what would the battery’s current do then?',
        },
        {
          text: 'The other bulb gets brighter because it gets all the current now instead of sharing it.',
          grade: 3,
          message:
            'Many people think so. If the battery sent out a fixed amount of current, you would be right. Look at what is fixed: the voltage. We will test it with the meters on Thursday.',
        },
        {
          text: 'It stays the same. The battery gives less because there is less resistance to… no wait, more resistance, when there is only one bulb. More resistance means less current from the battery.',
          grade: 9,
          message: 'I like that you corrected yourself and left it in. One point for saying why the bulb stays the same.',
        },
        {
          text: 'Nothing changes for the other bulb. The current through the battery also stays the same because it is the same battery.',
          grade: 5,
          message: 'First part right. For the second: what does the current in the battery’s wire have to be, if each bulb takes 0.2 A?',
        },
        {
          text: 'Both go out because the circuit is broken.',
          grade: 1,
          message: 'That happens when bulbs stand in one line. Draw this circuit with your finger: is there still a closed path through the other bulb?',
        },
        {
          text: 'The other bulb keeps its brightness since the two branches do not depend on each other. I measured 0.41 A with both and 0.2 A with one, so the battery current halves.',
          grade: 10,
          message: 'Measured and explained: perfect.',
        },
      ],
    },
    {
      title: 'Lab report: resistance of a pencil line',
      kind: 'ASSIGNMENT',
      workType: 'ASSIGNMENT',
      topic: 'Electric circuits',
      category: 'Practical work',
      points: 50,
      postedDay: -17,
      dueDay: -11,
      stage: 'returned',
      instructions: [
        p('Hand in one page as PDF or as a photo that can be read.'),
        steps(
          'Draw a thick pencil line of 20 cm. Measure the resistance between its ends, and between points 5, 10 and 15 cm apart.',
          'Put the values into a table with units, and draw the graph of resistance against length.',
          'Say in one sentence what the graph tells, and in one what surprised you.',
        ),
        p('**Marks:** table 15, graph 15, sentence about the graph 10, an honest word about errors 10.'),
      ],
      answers: [
        {
          text: 'Length 5 cm: 3.1 kΩ. 10 cm: 6.0 kΩ. 15 cm: 9.4 kΩ. 20 cm: 12.2 kΩ. The points lie on a straight line through zero, so resistance is proportional to length. What surprised me: pressing the probe harder changed the value by up to 0.5 kΩ. That is probably the largest error.',
          grade: 48,
          message: 'A model of a report: table, graph, one clear sentence and the largest error named with its size.',
        },
        {
          text: '5 cm 4 kΩ, 10 cm 7 kΩ, 15 cm 12 kΩ, 20 cm 15 kΩ. The longer the line the bigger the resistance. Error: the pencil.',
          grade: 34,
          message: '“The bigger” is true, but your points say more: is twice the length twice the resistance? And what about the pencil?',
        },
        {
          text: 'Our line was not the same thickness everywhere (we went over the first half twice), so the first 10 cm have 4.4 kΩ and the second 10 cm 8.1 kΩ. So resistance also depends on how thick the line is. We noticed because the graph has a bend at 10 cm.',
          grade: 50,
          message: 'You turned a mistake into a finding. That is how science goes.',
        },
        {
          text: 'We measured 12 kΩ for the whole line. We did not have time for the rest because the meter was broken.',
          grade: 15,
          message: 'You can borrow a meter at lunch on Tuesday or Wednesday; hand in again after that.',
        },
      ],
    },
    {
      title: 'Circuit symbols, one page to keep',
      kind: 'MATERIAL',
      workType: 'MATERIAL',
      topic: 'Electric circuits',
      postedDay: -19,
      stage: 'open',
      instructions: [
        p('The symbols that we use, and what is **not** allowed in a drawing:'),
        list(
          'Wires meet at right angles; a dot marks where they join.',
          'Every component has its symbol and its letter.',
          'A drawing shows what is connected with what, not where it lies on the desk.',
        ),
        p('The simulation below lets you build every circuit of this topic without blowing a fuse.'),
      ],
      links: [{ title: 'Circuit Construction Kit (PhET)', url: 'https://phet.colorado.edu/en/simulations/circuit-construction-kit-dc' }],
    },
    {
      title: 'Which sentence about voltage is right?',
      kind: 'QUESTION',
      workType: 'MULTIPLE_CHOICE_QUESTION',
      topic: 'Electric circuits',
      category: 'Quizzes',
      points: 10,
      postedDay: -12,
      dueDay: -10,
      stage: 'returned',
      instructions: [p('Two equal bulbs **in one line** at a battery of 6 V. Choose the sentence that holds.')],
      choices: [
        'Across each bulb there are 3 V.',
        'Across the first bulb there are 6 V, across the second 0 V, since the first uses it up.',
        'Across each bulb there are 6 V.',
        'Voltage flows through both bulbs one after the other.',
      ],
      answers: [
        { text: 'Across each bulb there are 3 V.', grade: 10 },
        { text: 'Across each bulb there are 3 V.', grade: 10 },
        {
          text: 'Across the first bulb there are 6 V, across the second 0 V, since the first uses it up.',
          grade: 0,
          message: 'Then the second bulb would be dark. Is it?',
        },
        { text: 'Across each bulb there are 3 V.', grade: 10 },
        { text: 'Across each bulb there are 6 V.', grade: 2, message: 'True for bulbs side by side. Here they stand in one line.' },
        {
          text: 'Voltage flows through both bulbs one after the other.',
          grade: 1,
          message: 'Current flows. Voltage is **across** something, between two points.',
        },
      ],
    },
    {
      title: 'Explain it to a ten-year-old: why does iron get heavier when it burns?',
      kind: 'QUESTION',
      workType: 'SHORT_ANSWER_QUESTION',
      topic: 'Chemical reactions',
      category: 'Questions',
      points: 20,
      postedDay: -8,
      dueDay: -5,
      dueTime: '20:00',
      stage: 'returned',
      instructions: [
        p('Your little cousin has seen that a candle gets shorter as it burns, and does not believe that burnt steel wool is heavier than before.'),
        p('Write what you would tell them, in words a ten-year-old understands. At most 120 words.'),
      ],
      answers: [
        {
          text: 'When something burns it grabs a part of the air called oxygen. The candle turns into gases that fly away, so it looks like it disappears. But iron turns into something solid that stays where it is, with the oxygen stuck to it. If you caught all the gas of the candle in a bag, the bag would be heavier than the candle too!',
          grade: 20,
          message: 'The bag is a wonderful idea. A ten-year-old would ask: how big is the bag?',
        },
        {
          text: 'Iron takes in oxygen. The oxygen has weight. So it is heavier. The candle loses weight because it becomes gas.',
          grade: 16,
          message: 'All true, and short. What would your cousin say to “has weight”? They think air weighs nothing.',
        },
        {
          text: 'Because heat makes things heavier.',
          grade: 2,
          message: 'Weigh a hot and a cold spoon: no difference. What could have **come to** the iron from outside?',
        },
        {
          text: 'Imagine the steel wool is a hairy dog and the air is full of tiny burrs. When it burns, the burrs stick to the dog. The dog is now heavier. The candle is a dog that falls apart into tiny puppies that run away.',
          grade: 18,
          message: 'I laughed out loud at the puppies. Say once what the burrs really are.',
        },
        {
          text: 'The law of conservation of mass says mass is always the same so it cannot be heavier.',
          grade: 6,
          message: 'The law is right. The mass of what, exactly, stays the same? Draw a line around everything that takes part.',
        },
      ],
    },
    {
      title: 'Balancing equations, ten of them',
      kind: 'QUIZ_ASSIGNMENT',
      workType: 'ASSIGNMENT',
      topic: 'Chemical reactions',
      category: 'Quizzes',
      points: 50,
      postedDay: -7,
      dueDay: -2,
      stage: 'to grade',
      instructions: [
        p('Balance all ten and hand in a photo or PDF of your page. Five points each. The first one is done for you:'),
        formula('2\\,\\mathrm{H_2} + \\mathrm{O_2} \\rightarrow 2\\,\\mathrm{H_2O}'),
        steps(
          '$\\mathrm{Mg} + \\mathrm{O_2} \\rightarrow \\mathrm{MgO}$',
          '$\\mathrm{Fe} + \\mathrm{O_2} \\rightarrow \\mathrm{Fe_3O_4}$',
          '$\\mathrm{CH_4} + \\mathrm{O_2} \\rightarrow \\mathrm{CO_2} + \\mathrm{H_2O}$',
          '$\\mathrm{Al} + \\mathrm{Cl_2} \\rightarrow \\mathrm{AlCl_3}$',
          '$\\mathrm{N_2} + \\mathrm{H_2} \\rightarrow \\mathrm{NH_3}$',
        ),
        p('Numbers 6 to 10 are on page 84 of the book.'),
      ],
      answers: [
        {
          text: '1. 2 Mg + O2 → 2 MgO. 2. 3 Fe + 2 O2 → Fe3O4. 3. CH4 + 2 O2 → CO2 + 2 H2O. 4. 2 Al + 3 Cl2 → 2 AlCl3. 5. N2 + 3 H2 → 2 NH3. 6–10 on the other half of the page.',
          grade: 50,
        },
        { text: '1. 2 Mg + O2 → 2 MgO. 2. Fe + 2 O2 → Fe3O4 (not sure). 3. CH4 + 2 O2 → CO2 + 2 H2O. 4. Al + 3 Cl2 → AlCl3. 5. N2 + 3 H2 → 2 NH3.', grade: 35 },
        { text: '1. Mg + O → MgO. 2. 3 Fe + 4 O → Fe3O4. 3. CH4 + 4 O → CO2 + 2 H2O. I used single O because it is easier.', grade: 15 },
      ],
    },
    {
      title: 'Watch and note: a day on three latitudes',
      kind: 'ASSIGNMENT',
      workType: 'ASSIGNMENT',
      topic: 'Earth and space',
      category: 'Practical work',
      points: 50,
      postedDay: -4,
      dueDay: 3,
      dueTime: '16:00',
      stage: 'to grade',
      instructions: [
        p('Use the table of sunrise and sunset in the link. Choose a place near the equator, one near us and one north of the polar circle.'),
        list(
          'One day of each season: how long is the day?',
          'One graph with three lines.',
          'Two sentences: where does the length of the day change most, and why does the **distance** to the Sun not explain it?',
        ),
      ],
      links: [{ title: 'Sunrise and sunset for any place', url: 'https://gml.noaa.gov/grad/solcalc/' }],
      answers: [
        {
          text: 'Quito 12.1 h all year. Here 8.2 h, 12.1 h, 16.3 h, 12 h. Tromsø 0 h, 12.3 h, 24 h, 12.2 h. The further north, the more it changes. Distance cannot explain it because all three places are at the same distance on the same day.',
          grade: 49,
        },
        { text: 'Nairobi always 12 h, here between 8 and 16.5 h, Svalbard 0 and 24 h. It changes most in the north because the axis is tilted.', grade: 42 },
      ],
    },
    {
      title: 'Why is it not warmest when the Earth is nearest to the Sun?',
      kind: 'QUESTION',
      workType: 'SHORT_ANSWER_QUESTION',
      topic: 'Earth and space',
      category: 'Questions',
      points: 10,
      postedDay: -1,
      dueDay: 1,
      dueTime: '08:00',
      stage: 'open',
      instructions: [
        p(
          'The Earth is nearest to the Sun at the beginning of January. Write down **before** our lesson what you think, in three sentences. There are no wrong answers here; we come back to yours afterwards.',
        ),
      ],
      answers: [
        { text: 'I think the distance changes only a little, and the angle of the light matters more. In January the light hits us flat.', grade: 10 },
        { text: 'Because in winter there are more clouds.', grade: 10 },
      ],
    },
    {
      title: 'Reading: finches on one island',
      kind: 'MATERIAL',
      workType: 'MATERIAL',
      topic: 'Evolution',
      postedDay: -2,
      stage: 'open',
      instructions: [
        p(
          'Read this before we begin with evolution. While reading, mark every sentence in which **an individual bird** changes. (There are fewer than you would think.)',
        ),
        p(
          'On the small island of Daphne Major lives a finch that eats seeds. Every bird of it has been caught, measured and ringed for years, so it is known who is whose child. Beaks differ: some birds have deeper ones than others, and children resemble their parents in this.',
        ),
        p(
          'In 1977 hardly any rain fell. The small soft seeds were soon eaten; what remained were large hard ones, which only birds with deep beaks can crack. Of about 1,200 finches fewer than 200 were alive when the rain came back, and most of these had deep beaks. Not one beak had grown.',
        ),
        p('The next year’s young had beaks that were on average some four percent deeper than those of the birds before the drought.'),
        list(
          'What was different among the birds **before** the drought?',
          'What would have happened if beaks were not inherited?',
          'A few years later a very wet year brought small seeds. What do you expect?',
        ),
      ],
    },
    {
      title: 'Project: an adaptation from near your home',
      kind: 'ASSIGNMENT',
      workType: 'ASSIGNMENT',
      topic: 'Evolution',
      category: 'Practical work',
      points: 100,
      postedDay: 2,
      dueDay: 12,
      stage: 'scheduled',
      instructions: [
        p('Photograph a plant or an animal within a short walk of your home. Explain **one** feature of it by variation, inheritance and selection.'),
        list(
          'One photo of your own',
          'A sketch of how the feature may have come about, in at least three steps',
          'What one would have to find to prove you wrong',
        ),
      ],
    },
    {
      title: 'Test on circuits: questions to choose from',
      kind: 'QUIZ_ASSIGNMENT',
      workType: 'ASSIGNMENT',
      topic: 'Electric circuits',
      category: 'Quizzes',
      points: 100,
      postedDay: 5,
      stage: 'draft',
      instructions: [p('Not finished: twelve questions, of which six are to be chosen.')],
    },
  ],
  announcements: [
    {
      text: 'Please bring a soft pencil (2B or softer) on Thursday: we are going to measure how well it conducts. A cheap one is as good as a dear one, and we will find out why.',
      postedDay: -18,
      comments: [
        [3, 'Is a 6B too soft?'],
        [1, 'We tried one at home, it smears but it works!'],
      ],
    },
    { text: 'The room has changed for this week: we are in Lab 1, since the sinks in Lab 2 are being repaired.', postedDay: -13 },
    {
      text: 'Well done on the reports about the pencil line. Eleven of you found the bend in the graph. I have put the best explanation on the wall.',
      postedDay: -9,
      comments: [[8, 'Can we hand in again if our meter was broken?']],
    },
    {
      text: 'Next week we begin with evolution. Read the page on the finches before Wednesday, please; the lesson starts from your marks in the text.',
      postedDay: -1,
      comments: [
        [12, 'Do we print it?'],
        [5, 'You can also mark it on the screen.'],
      ],
    },
  ],
};
