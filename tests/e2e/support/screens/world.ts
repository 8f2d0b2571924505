import { differences, settlements } from '../../../../src/domains/finance/server/tables.ts'
import {
  completeCourse,
  grantCourse,
  type MadeCourse,
  makeAdmin,
  makeLearner,
  makeStaff,
  type Person,
} from '../../../support/factories.ts'
import { makeShortCourse } from '../courses.ts'
import { draftLesson, editDraft } from '../drafts.ts'
import { buyCourse, orderCourse } from '../purchases.ts'
import type { Academy } from '../test.ts'

/** Everybody and everything that the screens show. */
export interface World {
  academy: Academy
  newcomer: Person
  /** Owns one course and has not opened it. */
  owner: Person
  graduate: Person
  admin: Person
  support: Person
  /** The graduate has completed it. */
  completed: MadeCourse
  /** The graduate has bought and not begun it. */
  bought: MadeCourse
  paymentId: string
  /** Was published twice, and has been edited since. */
  edited: MadeCourse
  /** A draft in which almost everything is missing. */
  unfinished: { id: string }
}

let world: Promise<World> | undefined

/** The same for every test of one process: making it takes longer than looking at a screen. */
export function findWorld(academy: Academy): Promise<World> {
  world ??= makeWorld(academy)
  return world
}

async function makeWorld(academy: Academy): Promise<World> {
  const { db } = academy
  const [newcomer, owner, graduate, admin, support, completed, bought, open] = await Promise.all([
    makeLearner(db),
    makeLearner(db),
    makeLearner(db, { name: 'Anagha Ramachandran Venkatasubramanian' }),
    makeAdmin(db),
    makeStaff(db, 'support'),
    makeShortCourse(academy),
    makeShortCourse(academy),
    makeShortCourse(academy),
  ])
  await completeCourse(db, graduate, completed)
  await academy.as(graduate)('GET /certificate/:course_id', {
    params: { course_id: completed.id },
  })
  await grantCourse(db, owner, bought)
  const { razorpay_payment_id: paymentId } = await buyCourse(academy, graduate, bought)
  await orderCourse(academy, graduate, open)
  const edited = await makeShortCourse(academy)
  await completeCourse(db, graduate, edited)
  for (const place of ['first', 'second', 'third']) {
    const revision = await editDraft(academy, admin, edited, (draft) => {
      draft.title = `${edited.title}, ${place} edition`
      draft.modules[0]?.videos.push(draftLesson(`What is new in the ${place} edition`))
    })
    if (place === 'third') break
    await academy.as(admin)('POST /admin/courses/:id/publish', {
      params: { id: edited.id },
      body: { revision },
    })
  }
  await writeNotes(academy, graduate, completed)
  await academy.as(graduate)('PUT /my-account/study-plan', {
    body: { weekdays: [1, 3, 6], hour: 19, minutes: 20, reminded_by: 'mail' },
  })
  await makeSettlement(db)
  const unfinished = await academy.as(admin)('POST /admin/drafts', {
    body: { course: { modules: [{ videos: [{}, {}] }] } },
  })
  return {
    academy,
    newcomer,
    owner,
    graduate,
    admin,
    support,
    completed,
    bought,
    paymentId,
    edited,
    unfinished,
  }
}

/** A short one, a long one, and what two devices wrote into the same line. */
async function writeNotes(academy: Academy, writer: Person, course: MadeCourse): Promise<void> {
  const id = crypto.randomUUID()
  const texts = [
    'Count the beats before the first cut.',
    'धीरे शुरू करें, फिर हर ताल पर एक कट।\n\n- first the wide shot\n- then hands, close\n- https://lessons.example/a-very-long-address-that-nobody-would-want-to-type-again/on-a-phone',
    'Count the beats twice before the first cut.',
  ]
  for (const [at, text] of texts.entries()) {
    await academy.as(writer)('PUT /my-notes/:id', {
      params: { id: at === 1 ? crypto.randomUUID() : id },
      body: {
        course_id: course.id,
        video_id: course.videoIds[0] ?? '',
        film: 1,
        at_second: 4 + at,
        text,
        revision: crypto.randomUUID(),
        seen: [],
        base: at === 2 ? 'Count the beats.' : '',
      },
    })
  }
}

/** One for all tests, with a payment in it that is not ours. */
async function makeSettlement(db: Academy['db']): Promise<void> {
  const settlement = {
    id: 'setl_DGlQ1Rj8os78Ec',
    utr: '1568176960vxp0rj',
    settledAt: new Date(),
    lines: 2,
    creditInPaise: 976_205,
    debitInPaise: 499_900,
    feeInPaise: 23_595,
    taxInPaise: 3_599,
  }
  const difference = {
    kind: 'unknown_order' as const,
    entityId: 'pay_unknownToUs1',
    settlementId: settlement.id,
    message: 'A payment was settled that no order of ours knows.',
    foundInPaise: 499_900,
  }
  await db.insert(settlements).values(settlement).onConflictDoNothing()
  await db.insert(differences).values(difference).onConflictDoNothing()
}
