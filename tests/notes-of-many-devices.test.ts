import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { deleteMyNote, listMyNotes, saveMyNote } from '../src/domains/notes/contract.ts'
import { grantCourse, makeCourse, makeLearner } from './support/factories.ts'
import { startTestServer } from './support/start-test-server.ts'
import { type NoteAcademy, noteStories, tellNoteStory } from './support/tell-note-story.ts'

const server = await startTestServer()
afterAll(() => server.close())

test('whatever three devices write, delete and send to the academy itself, no word is lost', async () => {
  const course = await makeCourse(server.db)
  await fc.assert(
    fc.asyncProperty(noteStories, async (story) => {
      const learner = await makeLearner(server.db)
      await grantCourse(server.db, learner, course)
      const me = server.as(learner)
      const academy: NoteAcademy = {
        save: ({ id, text, base, revision, seen, courseId, videoId, film, atInSeconds }) =>
          me(saveMyNote, {
            params: { id },
            body: {
              course_id: courseId,
              video_id: videoId,
              film,
              at_second: atInSeconds,
              text,
              base,
              revision,
              seen,
            },
          }),
        remove: ({ id, seen }) =>
          seen.length === 0
            ? Promise.resolve({ kept: null })
            : me(deleteMyNote, { params: { id }, query: { seen: seen.join(',') } }),
        read: async () => (await me(listMyNotes, { query: { limit: 200 } })).notes,
      }
      const place = {
        courseId: course.id,
        videoId: course.videoIds[0] ?? '',
        film: 1,
        atInSeconds: 1,
      }

      expect(await tellNoteStory(academy, place, story)).toEqual({ lost: [], waiting: [] })
    }),
    { numRuns: 25 },
  )
})
