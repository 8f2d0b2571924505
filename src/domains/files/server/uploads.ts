import { resolve } from 'node:path'

/** Of staff, who bring films and files of courses. */
export const uploadsPath = '/api/admin/uploads'

/** Where uploads lie until they are whole. */
export function uploadsFolder(dataDir: string): string {
  return resolve(dataDir, 'uploads')
}

/** An upload that nobody goes on with is forgotten after this. */
export const unfinishedForInMs = 24 * 60 * 60 * 1000

export const uploadId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The protocol's own way to refuse: a status and a sentence. */
export class UploadProblem extends Error {
  readonly status_code: number
  readonly body: string

  constructor(status: number, sentence: string) {
    super(sentence)
    this.status_code = status
    this.body = sentence
  }
}
