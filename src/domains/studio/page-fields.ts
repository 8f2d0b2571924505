import { msg } from '../../shared/i18n/translate.ts'
import type { CoursePage } from '../catalogue/contract.ts'

interface PageField {
  /** Beside its two versions. */
  label: string
  /** In "The … changes." */
  noun: string
}

/** What a course's page tells besides the course itself: each field by the name that staff read. */
export const pageFields: Record<keyof CoursePage, PageField> = {
  subtitle: { label: msg('Subtitle'), noun: 'subtitle' },
  outcomes: {
    label: msg('What learners will be able to do'),
    noun: 'list of what one will be able to do',
  },
  audience: { label: msg('For whom it is'), noun: 'list of whom it is for' },
  requirements: { label: msg('What is needed'), noun: 'list of what is needed' },
  language: { label: msg('Language'), noun: 'language' },
  level: { label: msg('Level'), noun: 'level' },
  teachers: { label: msg('Teachers'), noun: 'list of teachers' },
  questions: { label: msg('Questions and answers'), noun: 'list of questions' },
  trailer: { label: msg('Trailer'), noun: 'trailer' },
  has_name_mark: { label: msg('Learner’s name over films'), noun: 'mark with the learner’s name' },
}

export const pageFieldNames = Object.keys(pageFields) as (keyof CoursePage)[] // of that record
