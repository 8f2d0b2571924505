import { useState } from 'react'
import { Button } from '../../../../ui/controls/button.tsx'
import { TextArea } from '../../../../ui/controls/text-area.tsx'
import { count } from '../../../catalogue/web/summarise-outline.ts'
import { type PastedLink, readLinks } from './read-links.ts'

interface PasteLinksProps {
  /** So many lessons the module can still have. */
  room: number
  onAdd: (links: PastedLink[]) => void
}

/** Makes a lesson of each link of a list. */
export function PasteLinks({ room, onAdd }: PasteLinksProps) {
  const [text, setText] = useState('')
  const links = readLinks(text)
  const left = links.length - room
  return (
    <div className="grid gap-3">
      <TextArea
        label="Paste links to films"
        isOptional
        rows={3}
        hint="One on each line, with the title of the lesson beside it if you like."
        error={left > 0 ? `The module has room for ${count(room, 'more lesson')}.` : undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {links.length > 0 && left <= 0 && (
        <div>
          <Button
            variant="secondary"
            onClick={() => {
              onAdd(links)
              setText('')
            }}
          >
            Add {count(links.length, 'lesson')}
          </Button>
        </div>
      )}
    </div>
  )
}
