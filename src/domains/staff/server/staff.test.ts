import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { countBlocked } from '../../../../tests/support/count-blocked.ts'
import {
  makeAdmin,
  makeCourse,
  makeLearner,
  makeStaff,
  type Person,
  unique,
} from '../../../../tests/support/factories.ts'
import { readOutbox, readResetToken } from '../../../../tests/support/read-outbox.ts'
import { startTestServer } from '../../../../tests/support/start-test-server.ts'
import { type Role, roles } from '../../../http/rights.ts'
import { login, readProfile } from '../../accounts/contract.ts'
import { lockAddress } from '../../accounts/server/lock-address.ts'
import { listPayments } from '../../admin/contract.ts'
import { getCourse } from '../../catalogue/contract.ts'
import { listAllCourses } from '../../studio/contract.ts'
import {
  acceptInvitation,
  changeRole,
  inviteStaff,
  listStaff,
  readInvitation,
  removeStaff,
  withdrawInvitation,
} from '../contract.ts'

const server = await startTestServer()
const { db, visitor } = server
afterAll(() => server.close())
const owner = await makeAdmin(db)
const asOwner = server.as(owner)

describe('somebody who is invited', () => {
  test('gets a mail, opens an account with it, and may do what the role says from then on', async () => {
    const email = address()
    await invite(email, 'support')
    const token = await readResetToken(server, email)

    expect(await visitor(readInvitation, { body: { token } })).toEqual({
      email,
      role: 'support',
      has_account: false,
    })
    await visitor(acceptInvitation, {
      body: { token, name: 'Ravi Iyer', password: 'a good one 1' },
    })

    const { user } = await visitor(login, { body: { email, password: 'a good one 1' } })
    expect(user).toMatchObject({ name: 'Ravi Iyer', is_admin: true, role: 'support' })
    const listed = await asOwner(listStaff, {})
    expect(listed.staff).toContainEqual({ id: user.id, name: 'Ravi Iyer', email, role: 'support' })
    expect(listed.invitations.map((one) => one.email)).not.toContain(email)
  })

  test('keeps the account and the password they have, and logs in again', async () => {
    const learner = await makeLearner(db)
    await invite(learner.email, 'teacher')
    const token = await readResetToken(server, learner.email)

    await visitor(acceptInvitation, {
      body: { token, name: 'Somebody Else', password: 'not asked for 1' },
    })

    await expect(server.as(learner)(readProfile, {})).rejects.toMatchObject({ status: 401 })
    const { rows } = await db.execute(sql`
      select name, role, password_hash from users where id = ${learner.id}`)
    expect(rows).toEqual([{ name: learner.name, role: 'teacher', password_hash: null }])
  })

  test('is told what is missing, and may try again', async () => {
    const email = address()
    await invite(email, 'teacher')
    const token = await readResetToken(server, email)

    await expect(visitor(acceptInvitation, { body: { token } })).rejects.toMatchObject({
      status: 400,
      errors: [
        expect.objectContaining({ path: 'name' }),
        expect.objectContaining({ path: 'password' }),
      ],
    })
    await accept(token)
  })

  test('is mailed the same, and the owner sees the same, with an account and without', async () => {
    const known = (await makeLearner(db)).email
    const unknown = address()

    const answers = [await invite(known, 'finance'), await invite(unknown, 'finance')]

    const mails = [await readOutbox(server, known), await readOutbox(server, unknown)]
    const [one, other] = mails.map(([mail]) =>
      mail?.text.replace(/token=[\w-]+/, '').replaceAll(mail.to, ''),
    )
    expect(one).toBe(other)
    expect(Object.keys(answers[0]!)).toEqual(Object.keys(answers[1]!))
  })

  test.each<[string, (email: string) => Promise<unknown>]>([
    [
      'that is seven days old',
      (email) =>
        db.execute(sql`
          update staff_invitations set expires_at = expires_at - interval '7 days'
           where email = ${email}`),
    ],
    [
      'that was withdrawn',
      async (email) => {
        const { invitations } = await asOwner(listStaff, {})
        const id = invitations.find((one) => one.email === email)?.id ?? ''
        await asOwner(withdrawInvitation, { params: { id } })
      },
    ],
    ['of somebody who was invited to something else since', (email) => invite(email, 'finance')],
    [
      'whose sender may not invite any more',
      async (email) => {
        const sender = await makeAdmin(db)
        await db.execute(sql`
          update staff_invitations set invited_by = ${sender.id} where email = ${email}`)
        await asOwner(changeRole, { params: { id: sender.id }, body: { role: 'teacher' } })
      },
    ],
  ])('cannot use an invitation %s', async (_, spoil) => {
    const email = address()
    await invite(email, 'teacher')
    const token = await readResetToken(server, email)

    await spoil(email)

    await expect(accept(token)).rejects.toMatchObject({ code: 'invitation_unusable' })
    await expect(visitor(readInvitation, { body: { token } })).rejects.toMatchObject({
      code: 'invitation_unusable',
    })
  })

  test('becomes staff once, also when the link is opened twice at the same moment', async () => {
    const email = address()
    await invite(email, 'teacher')
    const token = await readResetToken(server, email)

    const both = await Promise.allSettled([accept(token), accept(token)])

    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('may accept at the moment at which they are invited once more', async () => {
    const email = address()
    await invite(email, 'teacher')
    const token = await readResetToken(server, email)

    const { both } = await db.transaction(async (inner) => {
      await lockAddress(inner, email)
      const inviting = invite(email, 'teacher')
      await vi.waitFor(async () => expect(await countBlocked(db)).toBe(1))
      const both = [inviting, accept(token)]
      await vi.waitFor(async () => expect(await countBlocked(db)).toBe(2))
      return { both }
    })

    const ends = await Promise.allSettled(both)
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  })

  test('gets one mail for two presses of the button', async () => {
    const email = address()

    const [first, second] = await Promise.all([invite(email, 'teacher'), invite(email, 'teacher')])

    expect(first).toEqual(second)
    expect(await readOutbox(server, email)).toHaveLength(1)
  })

  test('cannot begin while they are blocked, and can once they are not', async () => {
    const learner = await makeLearner(db, { blockedAt: new Date(), blockedReason: 'a test' })
    await invite(learner.email, 'owner')
    const token = await readResetToken(server, learner.email)

    await expect(accept(token)).rejects.toMatchObject({ code: 'account_blocked' })
    await db.execute(sql`
      update users set blocked_at = null, blocked_reason = null where id = ${learner.id}`)
    await accept(token)
  })

  test('cannot be invited while they work here', async () => {
    const { email } = await makeStaff(db, 'teacher')

    await expect(invite(email, 'owner')).rejects.toMatchObject({
      status: 409,
      code: 'already_staff',
    })
  })
})

describe('a role', () => {
  test('that is changed is another one with the next request', async () => {
    const teacher = await makeStaff(db, 'teacher')
    const asTeacher = server.as(teacher)
    await asTeacher(listAllCourses, {})

    await asOwner(changeRole, { params: { id: teacher.id }, body: { role: 'finance' } })

    await asTeacher(listPayments, {})
    await expect(asTeacher(listAllCourses, {})).rejects.toMatchObject({ code: 'not_allowed' })
  })

  test('that is taken away leaves a learner', async () => {
    const teacher = await makeStaff(db, 'teacher')
    const course = await makeCourse(db)
    const asTeacher = server.as(teacher)
    const ofCourse = { params: { course_id: course.id } }
    expect((await asTeacher(getCourse, ofCourse)).modules[0]?.videos[0]?.url).toBeDefined()

    await asOwner(removeStaff, { params: { id: teacher.id } })

    expect((await asTeacher(getCourse, ofCourse)).modules[0]?.videos[0]?.url).toBeUndefined()
    expect((await asTeacher(readProfile, {})).user).toMatchObject({ is_admin: false, role: null })
    const again = asOwner(removeStaff, { params: { id: teacher.id } })
    await expect(again).rejects.toMatchObject({ status: 404, code: 'staff_not_found' })
  })

  test.each(['support', 'finance'] as const)('%s opens no lesson', async (role) => {
    const course = await makeCourse(db)
    const read = await server.as(await makeStaff(db, role))(getCourse, {
      params: { course_id: course.id },
    })

    expect(read.modules[0]?.videos[0]?.url).toBeUndefined()
  })

  test.each(roles)(
    '%s reads is_admin true: the dashboard is theirs, and the role says what in it',
    async (role) => {
      const { user } = await server.as(await makeStaff(db, role))(readProfile, {})

      expect(user).toMatchObject({ is_admin: true, role })
    },
  )

  test('follows the flag that the version before sets', async () => {
    const learner = await makeLearner(db)
    const roleOf = async () => (await server.as(learner)(readProfile, {})).user.role

    await db.execute(sql`update users set is_admin = true where id = ${learner.id}`)
    expect(await roleOf()).toBe('owner')
    await db.execute(sql`update users set is_admin = false where id = ${learner.id}`)
    expect(await roleOf()).toBeNull()
  })
})

describe('of the owners one always stays', () => {
  test('whatever two of them do to each other at once', async () => {
    for (const act of ['demote', 'remove', 'both'] as const) {
      const [one, other] = await makeTheOnlyOwners()

      const done = await Promise.allSettled([
        act === 'remove' ? remove(one, other) : demote(one, other),
        act === 'demote' ? demote(other, one) : remove(other, one),
      ])

      expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await countOwners()).toBe(1)
    }
  })

  test('who can log in: one who is blocked is none', async () => {
    const [one, other] = await makeTheOnlyOwners()
    await db.execute(sql`
      update users set blocked_at = now(), blocked_reason = 'a test' where id = ${other.id}`)

    await expect(demote(one, one)).rejects.toMatchObject({ code: 'last_owner' })
    await demote(one, other)
  })

  test('also of one who leaves', async () => {
    const [one, other] = await makeTheOnlyOwners()
    await remove(one, one)

    await expect(remove(other, other)).rejects.toMatchObject({ status: 409, code: 'last_owner' })
    await expect(demote(other, other)).rejects.toMatchObject({ code: 'last_owner' })
    expect(await countOwners()).toBe(1)
  })
})

const remove = (by: Person, { id }: Person) => server.as(by)(removeStaff, { params: { id } })
const demote = (by: Person, { id }: Person) =>
  server.as(by)(changeRole, { params: { id }, body: { role: 'support' } })

async function makeTheOnlyOwners(): Promise<[Person, Person]> {
  const owners: [Person, Person] = [await makeAdmin(db), await makeAdmin(db)]
  await db.execute(sql`
    update users set role = null where role = 'owner' and id not in (${owners[0].id}, ${owners[1].id})`)
  return owners
}

async function countOwners(): Promise<number> {
  const { rows } = await db.execute(sql`select 1 from users where role = 'owner'`)
  return rows.length
}

function invite(email: string, role: Role) {
  return asOwner(inviteStaff, { body: { email, role } })
}

function accept(token: string) {
  return visitor(acceptInvitation, { body: { token, name: 'Ravi Iyer', password: 'a good one 1' } })
}

function address(): string {
  return `${unique('invited')}@example.test`
}
