import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ResponseOf } from '../../../../http/endpoint.ts'
import { useMutation } from '../../../../http/web/use-mutation.ts'
import { t } from '../../../../shared/i18n/translate.ts'
import { call } from '../../../../ui/call.ts'
import { Dialog } from '../../../../ui/controls/dialog.tsx'
import { PublicationList } from '../../../../ui/drafting/publication-list.tsx'
import type { listPageHistory } from '../../contract.ts'
import { pageHistoryQuery, pagesKey } from './page-queries.ts'
import { TextList } from './publish-page.tsx'

type Publication = ResponseOf<typeof listPageHistory>[number]

interface PageHistoryProps {
  address: string
  /** That of the draft which would be replaced. */
  revision: number
  /** The draft is another one now. */
  onRestored: () => void
  onClose: () => void
}

/** Every publication of a page, and the way back to it. */
export function PageHistory({ address, revision, onRestored, onClose }: PageHistoryProps) {
  const client = useQueryClient()
  const history = useQuery(pageHistoryQuery(address))
  const restore = useMutation({
    mutationFn: ({ number }: Publication) =>
      call('POST /admin/pages/:address/history/:number/restore', {
        params: { address, number },
        body: { revision },
      }),
    onSuccess: () => {
      onRestored()
      return client.invalidateQueries({ queryKey: pagesKey })
    },
  })
  return (
    <Dialog isOpen onClose={onClose} title={t('History')} isWide>
      <PublicationList history={history} restore={restore} describe={() => null}>
        {({ changes }) => (
          <div className="mt-2">
            <TextList texts={changes.map(({ text }) => text)} />
          </div>
        )}
      </PublicationList>
    </Dialog>
  )
}
