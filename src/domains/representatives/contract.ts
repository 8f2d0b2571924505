import * as z from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { msg } from '../../shared/i18n/translate.ts'
import { emailAddress, newPassword, personName } from '../accounts/contract.ts'

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .refine(
    (email) => email === '' || emailAddress.safeParse(email).success,
    msg('Please enter a valid e-mail address.'),
  )
  .describe('Empty: none.')
const phone = z
  .string()
  .trim()
  .max(30)
  .regex(
    /^$|^\+?(?:[ ()-]*\d){7,15}[ ()-]*$/,
    msg('Please enter a phone number of 7 to 15 digits.'),
  )
  .describe('Empty: none.')

const nominee = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  relation: z.string(),
  named_at: z.iso.datetime(),
})
const named = z.object({ nominee: nominee.nullable().describe('Null: nobody is named.') })
export type Nominee = z.infer<typeof nominee>

export const getMyNominee = endpoint('GET /my-nominee', {
  summary: 'Who may act for the signed-in person if they die or cannot act themselves',
  access: 'learner',
  // Staff say why they look at this, by a call of their own.
  isOpenToViews: false,
  answer: named,
})

export const saveMyNominee = endpoint('PUT /my-nominee', {
  summary: 'Names that person, in the place of whoever was named before',
  access: 'learner',
  body: z
    .object({
      name: personName,
      email,
      phone,
      relation: z
        .string()
        .trim()
        .min(1, msg('Please say who they are to you.'))
        .max(50, msg('Please use at most 50 characters.')),
    })
    .refine(({ email, phone }) => email !== '' || phone !== '', {
      path: ['email'],
      message: msg('Please enter an e-mail address or a phone number.'),
    }),
  answer: named,
  problems: ['too_many_tries'],
})

export const removeMyNominee = endpoint('DELETE /my-nominee', {
  summary: 'Names nobody any more',
  access: 'learner',
  answer: named,
  problems: ['too_many_tries'],
})

export const showNominee = endpoint('POST /admin/learners/:id/nominee', {
  summary: 'Shows whom a learner has named; each look is in the audit log',
  access: { right: 'people' },
  params: z.object({ id: z.uuid() }),
  body: z.object({
    reason: z
      .string()
      .trim()
      .min(1, 'Please say why.')
      .max(500, 'Please use at most 500 characters.'),
  }),
  answer: named,
  problems: ['learner_not_found'],
})

const child = z.object({
  id: z.string(),
  name: z.string(),
  login: z.string().describe('What the child logs in with, in the place of an address.'),
  consented_at: z.iso.datetime(),
  withdrawn_at: z.iso.datetime().nullable().describe('Null: the consent stands.'),
  courses: z.array(z.object({ id: z.string(), title: z.string() })),
})
export type Child = z.infer<typeof child>
const children = z.object({ children: z.array(child) })

export const listMyChildren = endpoint('GET /my-children', {
  summary: 'The accounts of children that the signed-in parent has opened',
  access: 'learner',
  answer: children,
})

export const addChild = endpoint('POST /my-children', {
  summary: 'Opens an account for a child; the parent’s consent is kept with its words and time',
  access: 'learner',
  body: z
    .object({
      id: z.uuid().optional().describe('Made by the caller, so that a repeated call opens one.'),
      name: personName,
      password: newPassword,
      confirm_password: z.string(),
      consents: z.literal(
        true,
        msg('Without your consent we may not open an account for a child.'),
      ),
    })
    .refine((input) => input.password === input.confirm_password, {
      path: ['confirm_password'],
      message: msg('Passwords do not match'),
    }),
  answer: children,
  problems: [
    'too_many_children',
    'child_not_found',
    'not_for_children',
    'too_many_tries',
    'too_busy',
  ],
})

export const withdrawConsent = endpoint('DELETE /my-children/:id', {
  summary: 'Withdraws the parent’s consent: the child’s account is blocked, and goes',
  access: 'learner',
  params: z.object({ id: z.uuid() }),
  answer: children,
  problems: ['child_not_found'],
})

export const shareCourse = endpoint('POST /my-children/:id/courses', {
  summary: 'Opens a course that the parent has bought for one of their children too',
  access: 'learner',
  params: z.object({ id: z.uuid() }),
  body: z.object({ course_id: z.string().min(1).max(200) }),
  answer: children,
  problems: ['child_not_found', 'course_not_owned', 'course_already_shared', 'consent_withdrawn'],
})
