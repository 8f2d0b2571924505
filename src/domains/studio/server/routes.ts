import { eq } from 'drizzle-orm'
import { ProblemError } from '../../../http/problem.ts'
import type { Serve } from '../../../http/server/serve.ts'
import { cutText } from '../../../platform/cut-text.ts'
import { listForeignPictures } from '../../../platform/markdown/parse-markdown.ts'
import { renderMarkdown } from '../../../platform/markdown/render-markdown.ts'
import type { RotatingKey } from '../../../platform/secrets.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { describeInHtml } from '../../catalogue/server/describe-in-html.ts'
import { isAvailable } from '../../catalogue/server/is-available.ts'
import { linksForViewer } from '../../catalogue/server/make-links.ts'
import { withLinks, withTrailer } from '../../catalogue/server/read-courses.ts'
import { readSale } from '../../catalogue/server/read-sale.ts'
import { listAttachmentSizes } from '../../files/server/list-attachments.ts'
import { filmIdOf } from '../../films/film-link.ts'
import { filmCookie } from '../../films/server/film-cookie.ts'
import { readFilms } from '../../films/server/list-films.ts'
import type { CompletionMailDependencies } from '../../learning/server/mail-completion.ts'
import { recountProgress } from '../../learning/server/recount-progress.ts'
import * as studio from '../contract.ts'
import { changeCourseState } from './change-course-state.ts'
import { createDraft } from './create-draft.ts'
import { describePreview } from './describe-preview.ts'
import { listAllCourses } from './list-all-courses.ts'
import { listPublications, readPublication } from './list-publications.ts'
import type { PictureDependencies } from './pictures/keep-picture.ts'
import { countChanges, publishDraft } from './publish.ts'
import { readDraft, readSchedule } from './read-draft.ts'
import { saveDraft } from './save-draft.ts'
import { scheduledPublications } from './tables.ts'
import { ownPictures } from './transfer/own-pictures.ts'
import { transferRoutes } from './transfer/transfer-routes.ts'

export interface StudioDependencies extends CompletionMailDependencies, PictureDependencies {
  /** Signs links to our own video files. */
  mediaKey: RotatingKey
}

/** A course of 2,000 lessons with their texts. */
export const courseInBytes = 4 * 1024 * 1024
/** So long the one who publishes waits for the learners' percents; what is left is counted after. */
const recountAtMostMs = 300

export function studioRoutes(serve: Serve, deps: StudioDependencies): void {
  const { db } = deps

  serve(studio.listAllCourses, () => listAllCourses(db))

  serve(studio.createDraft, ({ body, caller }) => createDraft(db, body.course, caller.learnerId), {
    bodyInBytes: courseInBytes,
  })

  serve(studio.copyCourse, async ({ params, caller }) => {
    const { course } = await readDraft(db, params.id)
    const title = cutText(`Copy of ${course.title}`, 200)
    return createDraft(db, { ...course, title }, caller.learnerId)
  })

  serve(studio.previewMarkdown, async ({ body: { text } }) => ({
    html: renderMarkdown(text),
    foreign_pictures: listForeignPictures(text),
  }))

  serve(studio.getDraft, async ({ params }) => {
    const draft = await readDraft(db, params.id)
    const scheduled = await readSchedule(db, params.id)
    const { state, title } = draft.published.course
    return {
      revision: draft.revision,
      state,
      course: draft.course,
      saved_at: draft.savedAt?.toISOString() ?? null,
      has_unpublished_changes: draft.hasUnpublishedChanges,
      unpublished_changes: await countChanges(db, draft),
      published_title: state === 'draft' ? null : title,
      publish_at: scheduled?.toISOString() ?? null,
    }
  })

  serve(
    studio.saveDraft,
    async ({ params, body: { save_id: saveId, ...body }, caller }) => {
      const by = caller.learnerId
      const saved = await saveDraft(db, { courseId: params.id, ...body, saveId, by })
      return describeSaved(saved)
    },
    { bodyInBytes: courseInBytes },
  )

  serve(studio.previewDraft, async ({ params, caller, reply }) => {
    const { course } = await readDraft(db, params.id)
    const { learnerId, sessionHash } = caller
    const lessons = course.modules.flatMap(({ videos }) => videos)
    const urls = [course.trailer, ...lessons.map(({ url }) => url)]
    const films = await readFilms(
      db,
      urls.flatMap((url) => filmIdOf(url) ?? []),
    )
    const sizes = await listAttachmentSizes(
      db,
      lessons.flatMap(({ attachments }) => attachments.map(({ id }) => id)),
    )
    reply.header('set-cookie', filmCookie(sessionHash, { publicUrl: deps.publicUrl() }))
    const viewing = { learnerId, sessionHash, courseId: params.id }
    const links = linksForViewer(deps.mediaKey, films, viewing)
    const { trailer, ...preview } = withLinks(
      describeInHtml(describePreview(params.id, course, sizes)),
      links,
    )
    return { ...preview, ...withTrailer(trailer, links) }
  })

  serve(studio.publish, async ({ params, body, caller, audit }) => {
    const { revision, dry_run: isDryRun, publish_at: publishAt } = body
    const told = await db.transaction(async (db) => {
      const before = await readSale(db, params.id)
      const told = await publishDraft(db, {
        courseId: params.id,
        revision,
        state: body.state,
        isDryRun,
        publishAt: publishAt === undefined ? null : new Date(publishAt),
        by: caller.learnerId,
      })
      const after = isDryRun
        ? { dry_run: true }
        : {
            ...(await readSale(db, params.id)),
            ...(publishAt !== undefined && { publish_at: publishAt }),
            changes: told.changes.map(({ text }) => text),
          }
      await audit(db, { before, after })
      return told
    })
    if (!isDryRun) await recountProgress(deps, { courseId: params.id, atMostMs: recountAtMostMs })
    const scheduled = await readSchedule(db, params.id)
    return { revision, ...told, publish_at: scheduled?.toISOString() ?? null }
  })

  serve(studio.unschedule, async ({ params }) => {
    if (!(await isAvailable(db, params.id))) throw new ProblemError('course_not_found')
    await db.delete(scheduledPublications).where(eq(scheduledPublications.courseId, params.id))
    return { message: t('Nothing is scheduled any more.') }
  })

  serve(studio.changeState, async ({ params, body, audit }) => {
    await db.transaction(async (db) => {
      await audit(db, await changeCourseState(db, { courseId: params.id, state: body.state }))
    })
    return { state: body.state }
  })

  serve(studio.listPublications, ({ params }) => listPublications(db, params.id))

  serve(studio.restorePublication, async ({ params, body, caller }) => {
    if (!(await isAvailable(db, params.id))) throw new ProblemError('course_not_found')
    const course = await readPublication(db, params.id, params.number)
    const by = caller.learnerId
    const saved = await saveDraft(db, { courseId: params.id, ...body, course, by })
    return describeSaved(saved)
  })

  transferRoutes(serve, { db, pictures: ownPictures(deps), publicUrl: deps.publicUrl })
}

function describeSaved(saved: Awaited<ReturnType<typeof saveDraft>>) {
  const { revision, savedAt, unpublishedChanges } = saved
  return {
    revision,
    saved_at: savedAt.toISOString(),
    unpublished_changes: unpublishedChanges,
  }
}
