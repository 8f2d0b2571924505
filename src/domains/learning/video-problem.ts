import { msg } from '../../shared/i18n/translate.ts'
/** Why a lesson's video will play for nobody, however often it is tried. */
export const videoProblems = [
  'embedding_forbidden',
  'private',
  'removed',
  'invalid_id',
  'age_restricted',
  'unplayable',
] as const

export type VideoProblem = (typeof videoProblems)[number]

/** What has happened to `{video}`: "This video", or a lesson by its name. */
export const videoProblemNotices = {
  embedding_forbidden: msg(
    '{video} may not be played outside {provider}. Its owner, its age limit or its licence forbids it.',
  ),
  private: msg('{video} is private on {provider}.'),
  removed: msg('{video} has been removed from {provider}, or is private there.'),
  invalid_id: msg('{video} does not exist on {provider}. Its link may be mistyped.'),
  age_restricted: msg(
    '{video} has an age limit on {provider}, and plays there only after signing in.',
  ),
  unplayable: msg('{video} cannot be played.'),
} satisfies Record<VideoProblem, string>
