import { useState } from 'react'
import { t } from '../../../../shared/i18n/translate.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Dialog } from '../../../../ui/controls/dialog.tsx'
import { blockForms } from '../../block-forms.ts'
import type { BlockType } from '../../blocks.ts'

/** Asks what is to be added, each kind with what it is for. */
export function AddBlock({ label, onAdd }: { label: string; onAdd: (type: BlockType) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" className="min-h-11" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('Add a part')} isWide>
        <ul className="grid gap-2 sm:grid-cols-2">
          {Object.entries(blockForms).map(([type, { label, sentence }]) => (
            <li key={type}>
              <button
                type="button"
                onClick={() => {
                  setIsOpen(false)
                  onAdd(type as BlockType) // a key of the list
                }}
                className="h-full min-h-11 w-full rounded-md border border-line p-3 text-start hover:bg-wash"
              >
                <span className="font-semibold">{t(label)}</span>
                <span className="block text-sm text-ink-soft">{t(sentence)}</span>
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
