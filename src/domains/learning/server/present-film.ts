/**
 * What a learner has of the film that a lesson shows now, 0 if nothing, as SQL beside `videos` and their
 * `video_progress`. Those name the film that was played last; one that came back and was not played
 * since is found among the earlier ones.
 */
export function ofPresentFilm(
  column: 'position_in_seconds' | 'fraction',
  progress = 'video_progress',
): string {
  return `
    case when ${progress}.film = videos.film then ${progress}.${column}
         else coalesce((select earlier.${column} from earlier_plays earlier
                         where earlier.learner_id = ${progress}.learner_id
                           and earlier.course_id = ${progress}.course_id
                           and earlier.video_id = ${progress}.video_id
                           and earlier.film = videos.film), 0) end`
}
