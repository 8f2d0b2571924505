import { useRef } from 'react'
import type { PublicSite } from '../../http/page-context.ts'
import { t } from '../../shared/i18n/translate.ts'
import { SiteLinks } from './site-links.tsx'

/**
 * The links on narrow screens. A modal `<dialog>` holds the focus, closes on Escape and gives the
 * focus back to the button by itself. Open, it is seen at any width: what is behind it is held.
 */
export function MobileMenu({ site }: { site: PublicSite }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t('Open menu')}
        onClick={() => dialog.current?.showModal()}
        className="grid size-11 place-items-center rounded-sm hover:bg-wash lg:hidden"
      >
        <MenuPicture d="M4 7h16M4 12h16M4 17h16" />
      </button>
      <dialog
        ref={dialog}
        aria-label={t('Menu')}
        closedby="any"
        className="m-0 ms-auto h-dvh max-h-none w-72 max-w-[85vw] bg-sheet p-4 text-ink shadow-over"
      >
        <div className="flex justify-end">
          <button
            type="button"
            aria-label={t('Close menu')}
            onClick={close}
            className="grid size-11 place-items-center rounded-sm hover:bg-wash"
          >
            <MenuPicture d="M6 6l12 12M18 6L6 18" />
          </button>
        </div>
        <nav aria-label={t('Main')}>
          <SiteLinks site={site} className="mt-2 grid gap-1 text-lg" onChosen={close} />
        </nav>
      </dialog>
    </>
  )
}

function MenuPicture({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6">
      <path d={d} className="fill-none stroke-current stroke-2 [stroke-linecap:round]" />
    </svg>
  )
}
