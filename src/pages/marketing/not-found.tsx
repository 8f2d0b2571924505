import { paths } from '../../paths.ts'
import { drawMandala } from '../../shared/figures/draw-mandala.ts'
import { t } from '../../shared/i18n/translate.ts'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { Mandala } from '../../ui/figures/mandala.tsx'

const mandala = drawMandala('not found')

export function NotFound() {
  return (
    <div className="page-width grid items-center gap-8 py-16 sm:grid-cols-2">
      <div>
        <h1 className="text-4xl">{t('Page not found')}</h1>
        <p className="mt-4 text-ink-soft">
          {t('This page does not exist. The link may be old or incomplete.')}
        </p>
        <p className="mt-8 flex flex-wrap gap-4">
          <LinkButton to={paths.courses}>{t('See the courses')}</LinkButton>
          <LinkButton to={paths.home} variant="secondary">
            {t('Go to the start')}
          </LinkButton>
        </p>
      </div>
      <Mandala layers={mandala} className="mx-auto w-64 max-w-full" />
    </div>
  )
}
