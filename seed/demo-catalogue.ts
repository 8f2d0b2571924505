export type DemoVideo = {
  title: string
  url: string
  /** As an administrator would type it. */
  duration: string
}
export type DemoModule = { title: string; description: string; videos: DemoVideo[] }
export type DemoCourse = {
  slug: string
  title: string
  description: string
  priceInRupees: number
  /** Root-relative; the file is seed/covers/<slug>.svg, 16 by 9. */
  cover: string
  /** What the buyer will be able to do. */
  outcomes: string[]
  requirements: string[]
  teachers: { name: string; text: string }[]
  modules: DemoModule[]
}

/** Nobody who lives: whoever looks at the demo shall know it. */
function sampleTeacher(name: string, text: string): DemoCourse['teachers'] {
  return [{ name, text: `${text} (A sample: your own teachers stand here.)` }]
}

/**
 * What an empty academy shows. The first course consists of our own small films (seed/media), so
 * that it plays without a network; those of the last (seed/films) lie in the media store in several
 * sizes, with captions and chapters, as uploaded films do. The others stand on open films of Blender
 * and on films that Vimeo and their makers keep public, in place of lessons. Every lesson is locked, as the
 * specification has it: an academy chooses by itself which of its own are free to see.
 */
export const demoCatalogue: DemoCourse[] = [
  {
    slug: 'ai-reels-studio',
    title: 'AI Reels Studio: From Idea to Published Reel',
    description:
      'Make one reel a day without a camera crew. You start from a single idea in your own language, turn it into a script and a shot list, let AI tools draw and animate the shots, cut them on the beat and publish with captions that people read without sound. Short lessons, each followed by a small task, so that at the end your first five reels are already online.',
    priceInRupees: 4999,
    cover: '/covers/ai-reels-studio.svg',
    outcomes: [
      'Choose one idea that carries a whole reel',
      'Write a first sentence that keeps people from scrolling on',
      'Turn a script into shots that an AI tool can draw',
      'Cut on the beat, so that thirty seconds feel short',
      'Add captions that can be read without sound',
      'Publish with an honest label for what AI has made',
    ],
    requirements: ['A phone or a laptop', 'An account with any AI tool that draws pictures'],
    teachers: sampleTeacher(
      'Ira Kulkarni',
      'Makes short films for shops and schools, most of them alone at a kitchen table, and teaches what survived a hundred of them: one idea, few shots, clear words.',
    ),
    modules: [
      {
        title: 'Think of a reel worth stopping for',
        description: 'Find the idea, write the first three seconds, plan every shot.',
        videos: [
          {
            title: 'One idea, one reel',
            url: '/media/demo/one-idea-one-reel.mp4',
            duration: '22 sec',
          },
          {
            title: 'A hook in three seconds',
            url: '/media/demo/hook-in-three-seconds.mp4',
            duration: '22 sec',
          },
          {
            title: 'From script to shot list',
            url: '/media/demo/shot-list-from-a-script.mp4',
            duration: '27 sec',
          },
        ],
      },
      {
        title: 'Cut it, caption it, post it',
        description: 'Rhythm, words on the screen, and the honest label.',
        videos: [
          { title: 'Cut on the beat', url: '/media/demo/cut-on-the-beat.mp4', duration: '17 sec' },
          {
            title: 'Captions, then publish',
            url: '/media/demo/caption-and-publish.webm',
            duration: '22 sec',
          },
        ],
      },
    ],
  },
  {
    slug: 'prompt-craft-for-image-makers',
    title: 'Prompt Craft for Image Makers',
    description:
      'Stop re-rolling and start directing. This course teaches you to see a picture the way a film-maker does, as light, lens, place and gesture, and to say that in a prompt that gives the same character in the same world every time. You take apart scenes from well-loved animated films, rebuild their mood for Indian streets, kitchens and festivals, and leave with a prompt library of your own.',
    priceInRupees: 2499,
    cover: '/covers/prompt-craft-for-image-makers.svg',
    outcomes: [
      'Name the light, the lens and the gesture that you see in a picture',
      'Write prompts that give the same character again and again',
      'Move a mood into an Indian street, kitchen or festival',
      'Keep a library of prompts that you find again',
    ],
    requirements: ['A laptop', 'Any AI tool that draws pictures'],
    teachers: sampleTeacher(
      'Devika Pillai',
      'Draws storyboards and looks at films frame by frame with her students, until everybody can say why a picture works.',
    ),
    modules: [
      {
        title: 'Learn to look',
        description: 'Light, colour and distance, before a single word is typed.',
        videos: [
          {
            title: 'Daylight and colour: a meadow, shot by shot',
            url: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
            duration: '10 min',
          },
          {
            title: 'Snow, fire and shadow: reading a mood',
            url: 'https://youtu.be/eRsGyueVLvQ',
            duration: '15 min',
          },
        ],
      },
      {
        title: 'Say what you see',
        description: 'From a frame to a prompt, and back to a frame.',
        videos: [
          {
            title: 'One character, many scenes',
            url: 'https://www.youtube.com/watch?v=WhWc3b3KhnY',
            duration: '8 min',
          },
          {
            title: 'Mixing the drawn with the filmed',
            url: 'https://www.youtube.com/watch?v=R6MlUcmOul8',
            duration: '12 min',
          },
        ],
      },
      {
        title: 'Build your library',
        description: 'Keep what works, name it well, use it again.',
        videos: [
          {
            title: 'Comic timing in a single image',
            url: 'https://www.youtube.com/watch?v=SkVqJ1SGeL0',
            duration: '3 min',
          },
        ],
      },
    ],
  },
  {
    slug: 'voice-dubbing-and-music',
    title: 'Voice, Dubbing and Music with AI',
    description:
      'Your video in five languages, in your own voice. Record a clean voice on a phone, let a model dub it into Hindi, Tamil, Bengali or Marathi without losing your warmth, and lay music under it that is yours to use. We speak plainly about consent, labelling and licences, so that what you publish stays up.',
    priceInRupees: 1999,
    cover: '/covers/voice-dubbing-and-music.svg',
    outcomes: [
      'Record a clean voice at home, on a phone',
      'Dub a video into other languages in your own voice',
      'Choose music that fits the pictures and is yours to use',
      'Ask for consent and label a dubbed voice as the rules want it',
    ],
    requirements: ['A phone', 'Earphones and a quiet room'],
    teachers: sampleTeacher(
      'Arvind Sethi',
      'Has mixed radio plays in four languages and listens for the breath between two words before anything else.',
    ),
    modules: [
      {
        title: 'A voice people trust',
        description: 'Recording at home, cleaning up, keeping the breath.',
        videos: [
          { title: 'Talking to one person', url: 'https://vimeo.com/76979871', duration: '1 min' },
          {
            title: 'A film without words: what sound does alone',
            url: 'https://vimeo.com/1084537',
            duration: '10 min',
          },
        ],
      },
      {
        title: 'Music under pictures',
        description: 'Mood first, melody second, licence always.',
        videos: [
          {
            title: 'Let the landscape set the tempo',
            url: 'https://vimeo.com/22439234',
            duration: '3 min',
          },
        ],
      },
    ],
  },
  {
    slug: 'first-festival-poster',
    title: 'Your First Festival Poster in an Evening',
    description:
      'A small course for a first success. In one evening you go from a blank page to a Diwali or Pongal poster that your family will forward: a pattern drawn with AI, a greeting in your own script, and the three checks that make it look designed rather than generated. No software to buy, no drawing needed.',
    priceInRupees: 499,
    cover: '/covers/first-festival-poster.svg',
    outcomes: [
      'Draw a festive pattern with AI from one idea',
      'Set a greeting in your own script',
      'Borrow colours that go together from a film',
      'Check a poster in three looks before you send it',
    ],
    requirements: ['A phone or a laptop', 'One evening'],
    teachers: sampleTeacher(
      'Ira Kulkarni',
      'Designs the posters of her street’s Diwali every year and has never needed more than an evening for one.',
    ),
    modules: [
      {
        title: 'From blank page to poster',
        description: 'One pattern, one greeting, one evening.',
        videos: [
          {
            title: 'Start with one idea',
            url: 'film:0fe57a10-0000-4000-8000-000000000001',
            duration: '17 sec',
          },
          {
            title: 'Borrow a palette from a film',
            url: 'film:0fe57a10-0000-4000-8000-000000000002',
            duration: '17 sec',
          },
        ],
      },
    ],
  },
]
