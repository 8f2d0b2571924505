import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useValidationMessages } from '../../../../http/validation-messages.ts'
import { courseDraft } from '../../course-input.ts'
import { readCourseCsv } from './read-course-csv.ts'
import { writeCourseCsv } from './write-course-csv.ts'

useValidationMessages()

const film = 'https://youtu.be/aqz-KE-bpKQ'

describe('a spreadsheet', () => {
  test('becomes modules and lessons, in the order of its rows', () => {
    const { modules, problems } = readCourseCsv(
      [
        'Module,Lesson,Link,Duration,Preview,Text',
        `Begin,Hello,${film},5 min,yes,"Two lines,`,
        'and a ""quote"""',
        `,World,${film},,,`,
        'Later,,,,,',
      ].join('\r\n'),
    )

    expect(problems).toEqual([])
    expect(modules).toMatchObject([
      {
        title: 'Begin',
        videos: [
          {
            title: 'Hello',
            url: film,
            duration: '5 min',
            is_preview: true,
            text: 'Two lines,\r\nand a "quote"',
          },
          { title: 'World', is_preview: false },
        ],
      },
      { title: 'Later', videos: [] },
    ])
  })

  test.each([
    ['semicolons', 'MODULE;lesson;Link\nOne;First;', ''],
    ['tabs', 'module\tlesson\nOne\tFirst', ''],
    ['a byte order mark', '\uFEFFmodule,lesson\r\nOne,First', ''],
    ["Excel's own first line", 'sep=;\r\nmodule;lesson\r\nOne;First\r\n', ''],
    ['ends of line of an old Mac', 'module,lesson\rOne,First\r', ''],
    ['empty rows', 'module,lesson\n\nOne,First\n,,\n', ''],
    ['columns in another order', 'lesson,notes,module\nFirst,x,One', 'notes'],
  ])('with %s is read', (_, csv, ignored) => {
    const read = readCourseCsv(csv)

    expect(read.problems).toEqual([])
    expect(read.modules).toMatchObject([{ title: 'One', videos: [{ title: 'First' }] }])
    expect(read.ignored.join()).toBe(ignored)
  })

  test('has each bad row named, with its column', () => {
    const { problems } = readCourseCsv(
      [
        'module,lesson,link,preview',
        ',No module yet,,',
        'One,First,javascript:alert(1),',
        `One,,${film},`,
        `One,${'x'.repeat(201)},,`,
        '',
        'One,Fourth,,perhaps',
        'One,Fifth,,,more',
      ].join('\n'),
    )

    expect(problems).toEqual([
      { row: 2, column: 'module', message: 'The first row needs the name of a module.' },
      {
        row: 3,
        column: 'link',
        message: 'Please give a web address that begins with https://.',
      },
      { row: 4, column: 'lesson', message: 'This row needs the name of its lesson.' },
      { row: 5, column: 'lesson', message: 'Lesson may have at most 200 characters.' },
      { row: 7, column: 'preview', message: 'Please write yes or no, or leave it empty.' },
      {
        row: 8,
        column: '',
        message: 'This row has more cells than the first row has columns.',
      },
    ])
  })

  test.each([
    ['', 1, '', /empty/],
    ['title,link\nOne,x', 1, 'module', /no column “module”/],
    ['module,lesson,Lesson\nOne,x,y', 1, 'lesson', /twice/],
    ['module,lesson\nOne,"First\nOne,Second', 2, '', /quotation mark/],
    [`module,lesson\n${'One,x\n'.repeat(201)}`, 202, 'lesson', /at most 200 lessons/],
    [
      `module,lesson\n${Array.from({ length: 101 }, (_, at) => `M${at},x`).join('\n')}`,
      102,
      'module',
      /at most 100 modules/,
    ],
  ])('that is no course is told so: %.40j', (csv, row, column, message) => {
    const [problem] = readCourseCsv(csv).problems

    expect(problem).toMatchObject({ row, column, message: expect.stringMatching(message) })
  })

  test('of whatever a draft holds gives the same modules and lessons again', () => {
    const title = fc
      .string({ unit: fc.constantFrom(...`'=+-@",;\n aé`.split('')), minLength: 1, maxLength: 8 })
      .map((text) => `${text}.`.trim())
    const lesson = fc.record({
      title,
      url: fc.constantFrom('', film, '/media/demo/one.mp4'),
      duration: fc.constantFrom('', '5 min', '-5'),
      is_preview: fc.boolean(),
      text: fc.string({ unit: fc.constantFrom(...`'=+-@",;\t\r\n aé`.split('')) }),
    })
    const modules = fc.uniqueArray(
      fc.record({ title, videos: fc.array(lesson, { maxLength: 3 }) }),
      { maxLength: 4, selector: (module) => module.title },
    )

    fc.assert(
      fc.property(modules, (modules) => {
        const course = courseDraft.parse({ modules })

        const read = readCourseCsv(writeCourseCsv(course))

        expect(read.problems).toEqual([])
        expect(read.modules).toEqual(course.modules)
      }),
    )
  })
})
