import { expect, test } from 'vitest'
import * as z from 'zod'
import { useValidationMessages } from './validation-messages.ts'

useValidationMessages()

const sentencesOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message)

test('what belongs to no field is told in words that need none', () => {
  expect(sentencesOf(z.object({}), undefined)).toEqual(['Please fill in this field.'])
  expect(sentencesOf(z.object({}), 'text')).toEqual(['This field must be an object.'])
  expect(
    sentencesOf(
      z.string().refine(() => false),
      'x',
    ),
  ).toEqual(['Please check this field.'])
  expect(sentencesOf(z.union([z.string(), z.number()]), true)).toEqual(['Please check this field.'])
})

test('a field is named as people call it', () => {
  const schema = z.object({
    course_id: z.string(),
    user_email: z.union([z.string(), z.number()]),
    sent_at: z.iso.datetime(),
  })

  expect(sentencesOf(schema, { user_email: true, sent_at: 'today' })).toEqual([
    'Course id is required.',
    'Please check user email.',
    'Sent at is not in the right format.',
  ])
})
