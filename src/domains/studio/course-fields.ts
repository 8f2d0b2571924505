import { msg } from '../../shared/i18n/translate.ts'
import type { CourseDetails } from './course-input.ts'

interface CourseField {
  /** Beside its two versions. */
  label: string
  /** In "The … changes." */
  noun: string
}

/** What staff write of a course besides its modules: each field by the name that they read. */
export const courseFields: Record<keyof CourseDetails, CourseField> = {
  title: { label: msg('Course title'), noun: 'title' },
  price: { label: msg('Price'), noun: 'price' },
  description: { label: msg('Description'), noun: 'description' },
  thumbnail: { label: msg('Cover'), noun: 'cover' },
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

export const courseFieldNames = Object.keys(courseFields) as (keyof CourseDetails)[] // of that record
