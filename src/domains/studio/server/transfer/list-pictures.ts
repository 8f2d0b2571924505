import type { CourseDraft } from '../../course-input.ts'
import type { PictureShape } from '../pictures/picture-key.ts'

/** Addresses of a course's pictures, each once. */
export function listPictures({ thumbnail, teachers }: CourseDraft): string[] {
  const addresses = [thumbnail, ...teachers.map(({ picture }) => picture)]
  return [...new Set(addresses)].filter((address) => typeof address === 'string').filter(Boolean)
}

/** What a picture of a course is shown as. */
export function shapeOf({ thumbnail }: CourseDraft, address: string): PictureShape {
  return address === thumbnail ? 'cover' : 'portrait'
}

/** The course with other pictures: null leaves a picture out. */
export function replacePictures(
  course: CourseDraft,
  replace: (address: string) => string | null,
): CourseDraft {
  const { thumbnail, teachers } = course
  return {
    ...course,
    ...(thumbnail && { thumbnail: replace(thumbnail) }),
    teachers: teachers.map(({ picture, ...teacher }) => {
      const replaced = picture && replace(picture)
      if (replaced === null) return teacher
      return { ...teacher, ...(replaced !== undefined && { picture: replaced }) }
    }),
  }
}
