import { useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { type PastedLink, readLinks } from './read-links.ts'

interface PasteLinksProps {
  /** So many lessons the module can still have. */
  room: number
  onAdd: (links: PastedLink[]) => void
}

/** Makes a lesson of each link of a list. */
export function PasteLinks({ room, onAdd }: PasteLinksProps) {
  const [text, setText] = useState('')
  const { links, without } = readLinks(text)
  const left = links.length - room
  return (
    <div className="grid gap-3" data-own-undo>
      <TextArea
        label={t('Paste links to films')}
        isOptional
        rows={3}
        hint={t('One on each line, with the title of the lesson beside it if you like.')}
        error={
          left > 0
            ? t(
                'The module has room for {room, plural, one {# more lesson} other {# more lessons}}.',
                { room },
              )
            : undefined
        }
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {without > 0 && (
        <p className="text-sm text-ink-soft">
          {t(
            '{count, plural, one {# line has} other {# lines have}} no link that begins with https:// and will be left out.',
            { count: without },
          )}
        </p>
      )}
      {links.length > 0 && left <= 0 && (
        <div>
          <Button
            variant="secondary"
            onClick={() => {
              onAdd(links)
              setText('')
            }}
          >
            {t('Add {count, plural, one {# lesson} other {# lessons}}', { count: links.length })}
          </Button>
        </div>
      )}
    </div>
  )
}
