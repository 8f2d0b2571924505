import { renderMarkdown } from '../../../platform/markdown/render-markdown.ts'
import { stripMarkdown } from '../../../platform/markdown/strip-markdown.ts'
import { shortenText } from '../../../shared/shorten-text.ts'
import type { Course } from '../contract.ts'

/** As much as search engines show. */
const longestSummary = 160

/** The course with its texts as pages show them, so that no browser needs to read Markdown. */
export function describeInHtml(course: Course): Course {
  const modules = course.modules.map((module) => ({
    ...module,
    videos: module.videos.map((video) =>
      video.text ? { ...video, text_html: renderMarkdown(video.text) } : video,
    ),
  }))
  return {
    ...course,
    modules,
    summary: summarise(course.description, longestSummary),
    description_html: renderMarkdown(course.description),
  }
}

/** The first words of a description, in one line; as many as a card holds unless told. */
export function summarise(description: string, limit?: number): string {
  return shortenText(stripMarkdown(description).replaceAll(/\s+/g, ' ').trim(), limit)
}
