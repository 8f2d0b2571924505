import { Link } from 'react-router'
import { t } from '../../../shared/i18n/translate.ts'

/** For staff who edit courses: the page as visitors have it, and the way back to the lessons. */
export default function SeenBy({ isVisitor }: { isVisitor: boolean }) {
  return (
    <p className="page-width flex flex-wrap gap-x-4 pt-4">
      {isVisitor && (
        <strong className="py-1 font-semibold">{t('This is what a visitor sees.')}</strong>
      )}
      <Link
        to={isVisitor ? '?' : '?as=visitor'}
        replace
        preventScrollReset
        className="text-link inline-block py-1"
      >
        {isVisitor ? t('Back to the lessons') : t('See as a visitor')}
      </Link>
    </p>
  )
}
