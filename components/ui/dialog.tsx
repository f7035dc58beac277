'use client'

import { type ReactNode, useEffect, useRef } from 'react'

type DialogProps = {
  isOpen: boolean
  /** Called for the escape key, a press beside the dialog, and by whatever closes it inside. */
  onClose: () => void
  labelledBy: string
  /** How it differs from others. */
  className?: string
  children: ReactNode
}

/** The browser's own modal dialog: focus stays inside and returns to where it was. */
export function Dialog({ isOpen, onClose, labelledBy, className, children }: DialogProps) {
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
      className={className ? `dialog ${className}` : 'dialog'}
      aria-labelledby={labelledBy}
      onClose={onClose}
    >
      {isOpen ? children : null}
    </dialog>
  )
}
