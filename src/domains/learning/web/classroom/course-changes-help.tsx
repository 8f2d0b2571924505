import { t } from '../../../../shared/i18n/translate.ts'

/** The rules of progress for a course that changes (docs/decisions/0038), for those who have it. */
export function CourseChangesHelp() {
  return (
    <details className="mt-6 text-sm text-ink-soft">
      <summary className="inline-block underline decoration-line underline-offset-4 hover:text-ink">
        {t('What happens when this course changes?')}
      </summary>
      <ul className="mt-2 grid max-w-text list-disc gap-1 ps-5">
        <li>{t('Your course stays yours, with every lesson that is added later.')}</li>
        <li>
          {t(
            'Once you have completed the course, it stays complete and your certificate stays good. Lessons that come later are marked as new.',
          )}
        </li>
        <li>
          {t(
            'Until then your percent counts the lessons of today. It may fall when lessons are added, and rise when lessons are taken out.',
          )}
        </li>
        <li>
          {t(
            'A lesson that moves or gets another name keeps what you have watched. So does a lesson that is taken out, in case it comes back.',
          )}
        </li>
        <li>
          {t(
            'When a lesson gets another film, a lesson that you have completed stays complete. Otherwise it begins anew with the new film.',
          )}
        </li>
        <li>
          {t(
            'If you have played all the lessons that are left, and passed the quizzes that count, the course is complete, and we send you a mail.',
          )}
        </li>
      </ul>
    </details>
  )
}
