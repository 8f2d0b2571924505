import { afterAll, describe, expect, test } from 'vitest'
import {
  grantCourse,
  makeAdmin,
  makeCourse,
  makeFilm,
  makeLearner,
} from '../../../../../tests/support/factories.ts'
import { startTestServer } from '../../../../../tests/support/start-test-server.ts'
import { deleteCaptions, getFilm, putCaptions, putChapters } from '../../contract.ts'

const server = await startTestServer()
const { db } = server
afterAll(() => server.close())
const admin = server.as(await makeAdmin(db))

const srt = '1\n00:00:01,000 --> 00:00:02,000\nनमस्ते\n'

async function makeOwnFilm() {
  const id = await makeFilm(db, await makeCourse(db))
  const caption = (text: string, language = 'hi', label = 'हिन्दी') =>
    admin(putCaptions, { params: { id, language }, body: { label, text } })
  const read = () => admin(getFilm, { params: { id } })
  return { id, caption, read }
}

test('a film gets captions for each language, and loses them again', async () => {
  const { id, caption, read } = await makeOwnFilm()
  await caption(srt)
  await caption(srt, 'EN-in', 'English')
  expect(await caption(srt.replace('1\n', '')), 'the same again').toEqual({
    language: 'hi',
    label: 'हिन्दी',
    cues: 1,
  })

  expect((await read()).captions).toMatchObject([
    { language: 'en-IN', label: 'English' },
    { language: 'hi', label: 'हिन्दी', url: expect.stringContaining('/captions/hi.vtt?') },
  ])
  await admin(deleteCaptions, { params: { id, language: 'hi' } })
  expect((await read()).captions).toHaveLength(1)
  await expect(admin(deleteCaptions, { params: { id, language: 'hi' } })).rejects.toMatchObject({
    problem: { code: 'captions_not_found' },
  })
})

describe('captions are refused in a sentence', () => {
  test('that are no captions, or too many, or in no language', async () => {
    const { caption, read } = await makeOwnFilm()

    await expect(caption('<html>')).rejects.toMatchObject({
      problem: { code: 'captions_unreadable', detail: expect.stringContaining('no captions') },
    })
    await expect(caption(srt.replaceAll('00:00:0', '00:01:0'))).rejects.toMatchObject({
      problem: { detail: expect.stringMatching(/begins at 1:01, but this film ends at 0:05/) },
    })
    await expect(caption(`${srt}${'म'.repeat(400_000)}`)).rejects.toMatchObject({
      status: 413,
      problem: { detail: 'Captions can have up to 1 MB.' },
    })
    for (const language of ['h', '../x', 'en-x', 'a'.repeat(40)]) {
      await expect(caption(srt, language), language).rejects.toMatchObject({ status: 400 })
    }
    await expect(caption(srt, 'hi', ' ')).rejects.toMatchObject({ status: 400 })
    expect((await read()).captions).toEqual([])
  })

  test('for a film that is not there', async () => {
    const params = { id: '01234567-89ab-7cde-8f01-23456789abcd', language: 'hi' }
    const body = { label: 'x', text: srt }
    for (const ask of [
      () => admin(putCaptions, { params, body }),
      () => admin(deleteCaptions, { params }),
      () => admin(putChapters, { params, body: { text: '' } }),
    ]) {
      await expect(ask()).rejects.toMatchObject({ problem: { code: 'film_not_found' } })
    }
  })
})

test('chapters are read from a list, and each wrong line is told', async () => {
  const { id, read } = await makeOwnFilm()
  const chapter = (text: string) => admin(putChapters, { params: { id }, body: { text } })
  await chapter('0:00 Welcome\n0:03 The end')
  await expect(chapter('0:00 Welcome\nlater')).rejects.toMatchObject({
    status: 400,
    problem: { errors: [{ path: 'text.2', message: expect.stringMatching(/^Line 2: /) }] },
  })

  expect((await read()).chapters).toEqual([
    { at: 0, title: 'Welcome' },
    { at: 3, title: 'The end' },
  ])
  await chapter('')
  expect((await read()).chapters).toEqual([])
})

test('nobody but an administrator writes them', async () => {
  const { id } = await makeOwnFilm()
  const course = await makeCourse(db)
  const learner = await makeLearner(db)
  await grantCourse(db, learner, course)
  await expect(
    server.as(learner)(putCaptions, {
      params: { id, language: 'hi' },
      body: { label: 'x', text: srt },
    }),
  ).rejects.toMatchObject({ status: 403 })
})
