'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { PaletteBox } from '#components/ui/admin/bulk/palette-box.tsx'
import { Key } from '#components/ui/admin/key.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { pressedKey } from '#lib/core/client/pressed-key.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'

/** The way to everything by keyboard: Ctrl K or Cmd K anywhere, or its button. */
export function Palette({ staff }: { staff: Pick<StaffMember, 'staffId' | 'role'> }) {
  const t = useTranslations('admin-bulk.palette')
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || pressedKey(event).toLowerCase() !== 'k') return
      event.preventDefault()
      // A dialog that is open already keeps what it asks.
      setOpen((wasOpen) => !wasOpen && document.querySelector('dialog[open]') === null)
    }
    window.addEventListener('keydown', press)

    return () => window.removeEventListener('keydown', press)
  }, [])

  return (
    <>
      <button
        type="button"
        className="btn gap-2 whitespace-nowrap"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
        {/* The icon alone is shown on a phone, and the name is still read. */}
        <span className="phone:sr-only">{t('open')}</span>
        <Key className="phone:hidden">Ctrl K</Key>
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        labelledBy="palette-title"
        className="mt-[max(0.75rem,10vh)] w-[min(100%-1.5rem,42rem)] overflow-hidden p-0"
      >
        <h2 id="palette-title" className="sr-only">
          {t('title')}
        </h2>
        <PaletteBox staff={staff} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
