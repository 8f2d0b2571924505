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

/** What has happened, to be read after "This video" or a lesson's name. */
export function videoProblemNotice(problem: VideoProblem, provider: string): string {
  const sentences: Record<VideoProblem, string> = {
    embedding_forbidden: `may not be played outside ${provider}. Its owner, its age limit or its licence forbids it`,
    private: `is private on ${provider}`,
    removed: `has been removed from ${provider}, or is private there`,
    invalid_id: `does not exist on ${provider}. Its link may be mistyped`,
    age_restricted: `has an age limit on ${provider}, and plays there only after signing in`,
    unplayable: 'cannot be played',
  }
  return sentences[problem]
}
