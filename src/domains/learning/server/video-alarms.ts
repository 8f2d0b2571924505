/** Where the administrator's troubles are kept. */
export interface AlarmBook {
  raise: (alarm: { subject: string; message: string }) => Promise<void>
  resolve: (subject: string) => Promise<void>
  /** The subjects of open troubles that begin like this. */
  listOpen: (subjectPrefix: string) => Promise<string[]>
}

interface VideoOfCourse {
  courseId: string
  videoId: string
}

export interface VideoAlarms {
  raise: (video: VideoOfCourse, message: string) => Promise<void>
  /** A video was played: what was said of it is over. */
  notePlayed: (video: VideoOfCourse) => Promise<void>
}

const subjectPrefix = 'video:'
/** A report comes every few seconds from every learner: they share what is read this often. */
const knownForInMs = 2_000

/** Troubles with videos that play for nobody. */
export function createVideoAlarms(book: AlarmBook, now: () => number = Date.now): VideoAlarms {
  let open: Promise<Set<string>> | null = null
  let readAt = 0

  const readOpen = () => {
    if (open !== null && now() - readAt < knownForInMs) return open
    readAt = now()
    open = book.listOpen(subjectPrefix).then((subjects) => new Set(subjects))
    open.catch(() => {
      open = null // its askers are told; the next one reads again
    })
    return open
  }

  return {
    raise: async (video, message) => {
      await book.raise({ subject: subjectOf(video), message })
      open = null
    },
    notePlayed: async (video) => {
      const subject = subjectOf(video)
      if (!(await readOpen()).has(subject)) return
      await book.resolve(subject)
      open = null
    },
  }
}

function subjectOf({ courseId, videoId }: VideoOfCourse): string {
  return `${subjectPrefix}${courseId}/${videoId}`
}
