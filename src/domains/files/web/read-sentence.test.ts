import { expect, test } from 'vitest'
import { readSentence } from './read-sentence.ts'

const failed = 'This file could not be uploaded. Please try again.'

test.each([
  ['{"code":"not_signed_in","detail":"Please log in to continue."}', 'Please log in to continue.'],
  ['This file is too large. It may have up to 200 MB.', /^This file is too large/],
  ['Invalid upload-offset\n', failed],
  ['<html>Bad Gateway.</html>', failed],
  ['', failed],
])('of what the server sends (%s) a person reads a sentence', (body, expected) => {
  expect(readSentence(body)).toMatch(expected)
})
