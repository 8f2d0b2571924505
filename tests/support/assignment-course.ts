import { type Assignment, assignment as schema } from '../../src/domains/assignments/assignment.ts'
import {
  answerSubmission,
  getAssignment,
  handIn,
  type VersionPage,
} from '../../src/domains/assignments/contract.ts'
import { newId } from '../../src/platform/database/new-id.ts'
import type { MadeCourse, Person } from './factories.ts'
import { republish } from './quiz-course.ts'
import type { startTestServer } from './start-test-server.ts'
import { bearer, describeFile, idOf } from './upload.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>

export function makeAssignment(overrides: Partial<Assignment> = {}): Assignment {
  return schema.parse({ title: 'A reel', instructions: 'Cut **one** reel.', ...overrides })
}

/** Puts it beside the course's nth lesson; null takes it away. */
export function putAssignment(
  server: Server,
  admin: Person,
  course: MadeCourse,
  assignment: Assignment | null,
  at = 0,
) {
  return republish(server, admin, course, (draft) => {
    const lesson = draft.modules[0]?.videos.find(({ id }) => id === course.videoIds[at])
    if (lesson) lesson.assignment = assignment
  })
}

/** The calls of one learner about the assignment of the nth lesson. */
export function asHandingIn(server: Server, learner: Person, course: MadeCourse, at = 0) {
  const ask = server.as(learner)
  const params = { course_id: course.id, video_id: course.videoIds[at] ?? '' }
  return {
    read: (query: VersionPage = {}) => ask(getAssignment, { params, query }),
    give: (text: string, uploadId: string | null = null, id = newId()) =>
      ask(handIn, { params, body: { id, text, upload_id: uploadId } }),
    begin: (file: { filename?: string; sizeInBytes: number; as?: string; kind?: string }) =>
      fetch(`${server.baseUrl}/api/uploads`, {
        method: 'POST',
        headers: {
          ...bearer(learner),
          'upload-length': String(file.sizeInBytes),
          'upload-metadata': describeFile({
            filename: file.filename ?? 'My reel.pdf',
            kind: file.kind ?? 'submission',
            learner_id: file.as ?? learner.id,
            ...params,
          }),
        },
      }),
  }
}

export function sendPart(
  server: Pick<Server, 'baseUrl'>,
  person: Pick<Person, 'token'>,
  { id, from = 0, bytes }: { id: string; from?: number; bytes: Buffer },
): Promise<Response> {
  return fetch(`${server.baseUrl}/api/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      ...bearer(person),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(from),
    },
    body: new Uint8Array(bytes),
  })
}

/** A whole file in one go; resolves to the upload's id. */
export async function uploadToHandIn(
  server: Server,
  learner: Person,
  course: MadeCourse,
  bytes: Buffer,
  filename?: string,
): Promise<string> {
  const begun = await asHandingIn(server, learner, course).begin({
    sizeInBytes: bytes.length,
    ...(filename !== undefined && { filename }),
  })
  if (begun.status !== 201) throw new Error(await begun.text())
  const id = idOf(begun)
  const sent = await sendPart(server, learner, { id, bytes })
  if (sent.status !== 204) throw new Error(await sent.text())
  return id
}

interface Given {
  outcome: 'marked' | 'again'
  mark?: number
  words?: string
  after?: number
  id?: string
}

export function answer(server: Server, teacher: Person, submissionId: string, given: Given) {
  const { outcome, mark = null, words = '', after = 0, id = newId() } = given
  return server.as(teacher)(answerSubmission, {
    params: { id: submissionId },
    body: { id, after, outcome, mark, words },
  })
}
