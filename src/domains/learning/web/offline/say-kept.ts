import { formatDate } from '../../../../shared/format-date.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { formatSize } from '../../../../ui/format-size.ts'
import { labelOfSize } from '../player/sizes.ts'
import { type KeptLesson, type LossReason, sizeOf } from './kept-lesson.ts'

/** 'Data saver · 14 MB · until 4 January 2027' */
export function describeKept(lesson: KeptLesson): string {
  const until = t('until {day}', { day: formatDate(lesson.keepUntil) })
  return [labelOfSize(lesson.rendition.name), formatSize(sizeOf(lesson)), until].join(' · ')
}

/** Why a lesson that was kept is not here any more. */
export function sayLoss(reason: LossReason): string {
  const sentences: Record<LossReason, string> = {
    removed_by_browser: t('Your browser has removed it to make room.'),
    unreadable: t('What was kept of it can no longer be read.'),
    expired: t('Its forty days are over, and the academy was not asked again.'),
    replaced: t('The lesson has another film by now.'),
    refused: t('The academy does not give it out to you any more.'),
  }
  return sentences[reason]
}
