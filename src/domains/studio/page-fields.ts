import type { CoursePage } from '../catalogue/contract.ts'

interface PageField {
  /** Beside its two versions. */
  label: string
  /** In "The … changes." */
  noun: string
}

/** What a course's page tells besides the course itself: each field by the name that staff read. */
export const pageFields: Record<keyof CoursePage, PageField> = {
  subtitle: { label: 'Subtitle', noun: 'subtitle' },
  outcomes: {
    label: 'What learners will be able to do',
    noun: 'list of what one will be able to do',
  },
  audience: { label: 'For whom it is', noun: 'list of whom it is for' },
  requirements: { label: 'What is needed', noun: 'list of what is needed' },
  language: { label: 'Language', noun: 'language' },
  level: { label: 'Level', noun: 'level' },
  teachers: { label: 'Teachers', noun: 'list of teachers' },
  questions: { label: 'Questions and answers', noun: 'list of questions' },
  trailer: { label: 'Trailer', noun: 'trailer' },
  has_name_mark: { label: 'Learner’s name over films', noun: 'mark with the learner’s name' },
}

export const pageFieldNames = Object.keys(pageFields) as (keyof CoursePage)[] // of that record
