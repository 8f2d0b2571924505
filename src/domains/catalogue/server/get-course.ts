import type { ResponseOf } from '../../../http/endpoint.ts'
import { ProblemError } from '../../../http/problem.ts'
import { type PreparedResponse, prepareJson } from '../../../http/server/prepared-response.ts'
import type { SessionQuery } from '../../../http/server/session-query.ts'
import type { Database } from '../../../platform/database/database.ts'
import { runInLanguage } from '../../../platform/languages/run-in-language.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'
import { readingLanguage } from '../../../shared/i18n/language.ts'
import { toPaise, toRupees } from '../../../shared/money.ts'
import { ownedCondition } from '../../access/server/check-access.ts'
import { listNewVersions } from '../../files/server/replacements.ts'
import { filmIdOf } from '../../films/film-link.ts'
import type * as catalogue from '../contract.ts'
import { describeInHtml } from './describe-in-html.ts'
import { describeRating, type RatingReader } from './describe-rating.ts'
import { findCourseOnSale } from './find-course-on-sale.ts'
import { linksForViewer, linksForVisitors } from './make-links.ts'
import { everythingDue, listNotDue, type OpeningDependencies } from './not-due.ts'
import { describeLaunchPrice, keptUntilChange, type PriceReader } from './offered-price.ts'
import {
  readCourse,
  type StoredCourse,
  withLinks,
  withNewVersions,
  withOpeningTexts,
  withoutLinks,
  withTrailer,
} from './read-courses.ts'
import { isOwnMedia } from './sign-media-link.ts'

interface CourseDependencies extends OpeningDependencies {
  mediaKey: RotatingKey
  offers: PriceReader
  readRatings: RatingReader
}

/** Whether the caller owns the course of the address. Read for every call, never kept. */
export const courseOwnershipQuery: SessionQuery<boolean> = {
  name: 'caller_owns_course',
  select: `select ${ownedCondition('caller.id', 'asked.course_id')}`,
  params: ['course_id'],
}

interface Viewer {
  /** Null for a visitor. */
  learnerId: string | null
  /** Null for a visitor. */
  sessionHash: Buffer | null
  isOwner: boolean
  isAdmin: boolean
  isView: boolean
}

/**
 * One course. Owners and administrators get the video links, those of our own files signed for them
 * alone. A course taken off sale does not exist for anybody else. What is read is kept until the
 * course changes; answers that hold signatures are not kept.
 */
export async function getCourse(
  deps: CourseDependencies,
  viewer: Viewer,
  courseId: string,
): Promise<PreparedResponse> {
  const { learnerId, isOwner, isView } = viewer
  const mayWatch = learnerId !== null && (isOwner || viewer.isAdmin)
  const describe = (
    { course: whole, ...stored }: StoredCourse & { taxInPaise: number | null },
    newVersions?: Set<string>,
    notDue = everythingDue,
  ): PreparedResponse => {
    if (stored.isHidden && !mayWatch) throw new ProblemError('course_not_found')
    const { sessionHash } = viewer
    // Who has it reads of each lesson that is not due when it opens for them.
    const course = stored.plan && (!isOwner || viewer.isAdmin) ? withOpeningTexts(whole) : whole
    const shown =
      mayWatch && sessionHash
        ? withLinks(
            withNewVersions(course, (...names) => newVersions?.has(names.join('/')) === true),
            linksForViewer(deps.mediaKey, stored.films, {
              learnerId,
              sessionHash,
              courseId,
              isView,
            }),
            notDue,
          )
        : withoutLinks(course, linksForVisitors(stored.films, courseId))
    const answer: ResponseOf<typeof catalogue.getCourse> = {
      ...shown,
      ...withTrailer(shown.trailer, linksForVisitors(stored.films, courseId)),
      owned: isOwner,
      ...(stored.isUnlisted && { is_unlisted: true }),
      ...(stored.taxInPaise !== null && { tax_included: toRupees(stored.taxInPaise) }),
    }
    return prepareJson(JSON.stringify(answer))
  }
  const stored = await findStored(deps, courseId)
  const mustWait = isOwner && !viewer.isAdmin && stored.plan !== null
  if (mayWatch && (stored.hasOwnMedia || stored.films.size > 0 || mustWait)) {
    const notDue = mustWait
      ? await listNotDue(deps, { learnerId, courseId }, stored.plan)
      : everythingDue
    const newVersions = stored.hasAttachments
      ? await listNewVersions(deps.db, learnerId, courseId)
      : undefined
    return describe(stored, newVersions, notDue)
  }
  const viewerKind = isOwner ? 'owner' : mayWatch ? 'admin' : 'visitor'
  const language = stored.plan ? readingLanguage() : undefined
  const key = `course for ${viewerKind} ${courseId} ${language?.tag ?? ''}`
  return deps.cache.find(key, async () => {
    const read = await findStored(deps, courseId)
    const value = runInLanguage(language, () => describe(read))
    return { value, sizeInBytes: value.sizeInBytes }
  })
}

async function findStored(
  { db, cache, offers, readRatings }: CourseDependencies,
  courseId: string,
) {
  return cache.find(`course ${courseId}`, async () => {
    const stored = await readCourse(db, courseId)
    if (!stored) throw new ProblemError('course_not_found')
    const launchPrices = await offers.listLaunchPrices(db, [courseId])
    const launch = describeLaunchPrice(launchPrices, stored.course)
    const rated = describeRating(await readRatings(db, [courseId]), stored.course)
    const course = { ...describeInHtml(stored.course), ...launch, ...rated }
    const price = course.launch_price?.price ?? course.price
    const taxInPaise = await offers.findIncludedTax(db, toPaise(price))
    const hasAttachments = hasVideo(course, ({ attachments }) => attachments !== undefined)
    const hasOwnMedia = hasAttachments || hasVideo(course, ({ url = '' }) => isOwnMedia(url))
    const value = { ...stored, course, taxInPaise, hasOwnMedia, hasAttachments }
    const sizeInBytes = 2 * JSON.stringify([value, [...stored.films]]).length
    const filmTags = listFilmIds(course).map((id) => `film:${id}`)
    const tags = [`course:${courseId}`, 'tax', ...filmTags]
    return { value, sizeInBytes, tags, ...keptUntilChange(launchPrices) }
  })
}

/** Also of films that are not there: they may come. */
function listFilmIds({ trailer = '', modules }: StoredCourse['course']): string[] {
  const urls = modules.flatMap(({ videos }) => videos.map(({ url = '' }) => url))
  return [trailer, ...urls].flatMap((url) => filmIdOf(url) ?? [])
}

type Video = StoredCourse['course']['modules'][number]['videos'][number]

function hasVideo(
  { modules }: StoredCourse['course'],
  isMeant: (video: Video) => boolean,
): boolean {
  return modules.some(({ videos }) => videos.some(isMeant))
}

/** True if visitors see this course in the shop. */
export async function isOnSale(db: Database, courseId: string): Promise<boolean> {
  return (await findCourseOnSale(db, courseId)) !== null
}
