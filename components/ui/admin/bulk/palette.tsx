'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { PaletteBox } from '#components/ui/admin/bulk/palette-box.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { StaffMember } from '#lib/core/rules/caller.ts'

/** The way to everything by keyboard: Ctrl K or Cmd K anywhere, or its button. */
export function Palette({ staff }: { staff: Pick<StaffMember, 'staffId' | 'role'> }) {
  const t = useTranslations('admin-bulk.palette')
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return
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
        className="btn a-pal-open"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
        <span>{t('open')}</span>
        <kbd className="a-kbd a-hide-s">Ctrl K</kbd>
      </button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} labelledBy="palette-title" variant="palette">
        <h2 id="palette-title" className="a-vh">
          {t('title')}
        </h2>
        <PaletteBox staff={staff} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
