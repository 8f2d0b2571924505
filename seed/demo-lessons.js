/**
 * What the drawn lessons say. Each point stands on the screen and in the captions; times follow
 * from its place.
 */
export const LESSONS = [
  {
    name: 'one-idea-one-reel',
    extension: 'mp4',
    eyebrow: 'Lesson 1',
    title: ['One idea,', 'one reel'],
    points: [
      ['Write the promise', 'Finish the sentence: after this reel you can…'],
      ['Cut it to one', 'If you need the word “and”, make two reels.'],
      ['Say it in Hindi or Tamil first', 'Your own words, then the prompt.'],
    ],
    theme: 'ink',
  },
  {
    name: 'hook-in-three-seconds',
    extension: 'mp4',
    eyebrow: 'Lesson 2',
    title: ['A hook in', 'three seconds'],
    points: [
      ['Second 1: show the result', 'The finished plate, the finished poster.'],
      ['Second 2: name the trouble', 'A thing your viewer said this week.'],
      ['Second 3: ask them to stay', 'Open a question you will answer.'],
    ],
    theme: 'marigold',
  },
  {
    name: 'shot-list-from-a-script',
    extension: 'mp4',
    eyebrow: 'Lesson 3',
    title: ['From script', 'to shot list'],
    points: [
      ['One line, one shot', 'Number every sentence of the script.'],
      ['Wide, close, hands', 'Ask the model for all three of each.'],
      ['Keep the light the same', 'Repeat “soft window light” in every prompt.'],
      ['Leave a second free', 'Breath before and after each shot.'],
    ],
    theme: 'paper',
  },
  {
    name: 'cut-on-the-beat',
    extension: 'mp4',
    eyebrow: 'Lesson 4',
    title: ['Cut on', 'the beat'],
    points: [
      ['Tap the rhythm first', 'Mark the beats before you place a clip.'],
      ['Move on the strong beat', 'Every cut answers a drum.'],
    ],
    theme: 'rani',
  },
  {
    name: 'caption-and-publish',
    extension: 'webm',
    eyebrow: 'Lesson 5',
    title: ['Captions,', 'then publish'],
    points: [
      ['Most people watch silently', 'Burn in words of four or five at a time.'],
      ['Say that AI helped', 'Label it; trust is worth more than reach.'],
      ['Post when they rest', 'Try eight in the evening for one week.'],
    ],
    theme: 'ink',
  },
]

/** Those that go through the media store as an uploaded film would, in two languages. */
export const FILMS = [
  {
    id: '0fe57a10-0000-4000-8000-000000000001',
    name: 'start-with-one-idea',
    eyebrow: 'Lesson 1',
    title: ['Start with', 'one idea'],
    points: [
      ['Look at your own doorstep', 'A rangoli, a saree border, a steel tumbler.'],
      ['Say it in one line', 'Who gets this poster, and what should they feel?'],
    ],
    theme: 'rani',
    hindi: {
      title: ['शुरुआत', 'एक विचार से'],
      points: [
        ['अपनी ही चौखट को देखिए।', 'एक रंगोली, साड़ी का किनारा, स्टील का गिलास।'],
        ['उसे एक पंक्ति में कहिए।', 'यह पोस्टर किसके लिए है, और उन्हें कैसा लगे?'],
      ],
      close: 'अब आपकी बारी। यहाँ रोकिए और एक बनाइए।',
    },
  },
  {
    id: '0fe57a10-0000-4000-8000-000000000002',
    name: 'borrow-a-palette',
    eyebrow: 'Lesson 2',
    title: ['Borrow', 'a palette'],
    points: [
      ['Pause a film you love', 'Pick three colours: dark, warm, bright.'],
      ['Give each a task', 'Ground, pattern, greeting; never two for one.'],
    ],
    theme: 'marigold',
    hindi: {
      title: ['रंग', 'उधार लीजिए'],
      points: [
        ['अपनी पसंद की फ़िल्म को रोकिए।', 'तीन रंग चुनिए: गहरा, गरम और चमकीला।'],
        ['हर रंग को एक काम दीजिए।', 'पृष्ठभूमि, नमूना, शुभकामना; एक काम के लिए दो रंग नहीं।'],
      ],
      close: 'अब आपकी बारी। यहाँ रोकिए और एक बनाइए।',
    },
  },
]

export const TITLE_IN_SECONDS = 4
export const POINT_IN_SECONDS = 5
export const CLOSE_IN_SECONDS = 3

/** Length of the lesson's video, by its number of points. */
export function lessonDurationInSeconds(lesson) {
  return TITLE_IN_SECONDS + lesson.points.length * POINT_IN_SECONDS + CLOSE_IN_SECONDS
}
