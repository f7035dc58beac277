'use client'

import { type ReactNode, useEffect, useRef } from 'react'

type DialogProps = {
  isOpen: boolean
  /** Called for the escape key, a press beside the dialog, and by whatever closes it inside. */
  onClose: () => void
  labelledBy: string
  /** `palette`: wider, without its own space around, near the top. */
  variant?: 'palette'
  children: ReactNode
}

/** The browser's own modal dialog: focus stays inside and returns to where it was. */
export function Dialog({ isOpen, onClose, labelledBy, variant, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = element.current
    if (!dialog || dialog.open === isOpen) return
    if (isOpen) dialog.showModal()
    else dialog.close()
  }, [isOpen])

  useEffect(() => {
    const dialog = element.current
    if (!dialog) return
    const closeBeside = (event: MouseEvent) => {
      if (event.target === dialog) onClose()
    }
    dialog.addEventListener('click', closeBeside)

    return () => dialog.removeEventListener('click', closeBeside)
  }, [onClose])

  return (
    <dialog
      ref={element}
      className={variant ? `dialog dialog-${variant}` : 'dialog'}
      aria-labelledby={labelledBy}
      onClose={onClose}
    >
      {isOpen ? children : null}
    </dialog>
  )
}
